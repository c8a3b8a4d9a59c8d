/**
 * Lists what the types of the contract must infer and must refuse: `npm run types` is the test, nothing here runs.
 * A line below `@ts-expect-error` must not compile; every other line must.
 */

/** @import { Game, PanelModule, PhoneModule, PlayfieldModule, TypesOf } from 'mass-mobile' */

import { choice } from '../../public/phone/kit/choice.js';
import { pad } from '../../public/phone/kit/pad.js';
import { slider } from '../../public/phone/kit/slider.js';
import { textbox } from '../../public/phone/kit/textbox.js';
import { all, combine, defineGame, each, histogram, mean, refuse, tally, topK, totals } from 'mass-mobile';

const game = defineGame({
  title: 'Typed',
  teams: ['left', 'right'],
  input: {
    y: { type: 'number', minimum: -1, maximum: 1 },
    vote: { type: 'string', enum: ['A', 'B'] },
    shout: { type: 'boolean', optional: true },
  },
  aggregate: combine({
    pull: mean('y').by('team'),
    votes: tally('vote'),
    places: histogram('y', { bins: 3 }).by('vote'),
    words: topK('vote'),
    last: each(),
    list: all(),
    sums: totals('y'),
  }),
  settings: {
    speed: { type: 'number', default: 1 },
    control: { type: 'string', enum: ['tilt', 'slider'], default: 'tilt' },
    loud: { type: 'boolean', default: false },
  },
  content: {
    title: 'Decks',
    empty: () => ({ title: '', cards: [''] }),
    check: () => '',
    titleOf: ({ title }) => title,
  },
  /** @returns {{ place: number, winner: 'left' | 'right' | null }} */
  setup: ({ settings }) => ({ place: settings.speed, winner: null }),
  join: (state, { team }) => void (state.winner = team),
  tick(state, sum, { settings, players, content, dt, random }) {
    /** @satisfies {number} */ (sum.pull.left.mean);
    /** @satisfies {number} */ (sum.votes.A);
    /** @satisfies {number[]} */ (sum.places.B);
    /** @satisfies {number} */ (sum.words.total);
    /** @satisfies {'A' | 'B' | undefined} */ (sum.last['p1']?.vote);
    /** @satisfies {boolean | undefined} */ (sum.list['p1']?.[0]?.shout);
    /** @satisfies {number} */ (sum.sums.y + sum.sums.count);
    /** @satisfies {'tilt' | 'slider'} */ (settings.control);
    /** @satisfies {boolean} */ (settings.loud);
    /** @satisfies {number} */ (players.byTeam.right);
    /** @satisfies {string[] | undefined} */ (content?.cards);
    state.place += dt * random();

    // @ts-expect-error a setting that is not there
    settings.spede;
    // @ts-expect-error a value that is not in the enum
    settings.control === 'keys';
    // @ts-expect-error a team that is not there
    sum.pull.middle;
    // @ts-expect-error a field that the fold does not read
    sum.pull.left.sum;
    // @ts-expect-error a value nobody can vote for
    sum.votes.C;
    // @ts-expect-error a part that is not combined
    sum.taps;
    // @ts-expect-error a field that is not in the state
    state.plaice = 1;
    // @ts-expect-error a value that the state cannot hold
    state.winner = 'middle';
    // @ts-expect-error a team without players
    players.byTeam.middle;
  },
  frame: ({ place, winner }) => ({ place, winner }),
  notice: ({ winner }, { settings }) => ({ winner, control: settings.control }),
  personal: (state, playerId) => (playerId === '' ? undefined : { place: state.place }),
  panel: ({ place }) => ({ place, secret: true }),
  submit: {
    answer: {
      fields: { round: { type: 'integer' }, choice: { type: 'string', enum: ['yes', 'no'] } },
      accept(state, { player, value, atMs }, { settings }) {
        /** @satisfies {'yes' | 'no'} */ (value.choice);
        /** @satisfies {'left' | 'right' | null} */ (player.team);
        if (settings.loud) throw refuse('Too loud.', 'submit-closed');
        // @ts-expect-error a field that the submission does not have
        value.chioce;
        state.place = value.round;
        return { number: atMs };
      },
    },
    wish: { fields: { text: { type: 'string' } }, accept: (_state, { value }) => value.text.length },
  },
  actions: {
    go: {
      title: 'Go',
      args: { steps: { type: 'integer', default: 1 } },
      run(state, { steps }, { settings }) {
        state.place += steps * settings.speed;
        // @ts-expect-error the state holds a number
        state.place = settings.control;
      },
    },
    again: { title: 'Again', run: () => ({ place: 0, winner: null }) },
  },
  results: ({ place }) => [{ name: 'Places', columns: ['place'], rows: [[place]] }],
  bot({ me, notice, personal, view, content, settings, memory, random, nowMs, seenMs }) {
    /** @satisfies {'left' | 'right' | null} */ (me.team);
    /** @satisfies {number} */ (me.skill + me.follow + me.think(500) + me.guess(10) + nowMs - seenMs);
    /** @satisfies {'left' | 'right' | null | undefined} */ (notice?.winner);
    /** @satisfies {number | undefined} */ (personal?.place);
    /** @satisfies {number | undefined} */ (view?.place);
    /** @satisfies {string[] | undefined} */ (content?.cards);
    /** @satisfies {'tilt' | 'slider'} */ (settings.control);
    // @ts-expect-error there may be no notice yet
    notice.winner;
    // @ts-expect-error a field that the view does not have
    view?.plaice;
    memory.turn = 1;
    if (random() < 0.3) return null;
    if (random() < 0.5)
      return { submit: { kind: 'wish', value: { text: me.type('rain') } }, waitMs: me.think(3000) };
    return { input: { y: 0, vote: 'A' } };
  },
});

defineGame({
  title: 'Bots that say what nobody can say',
  input: { y: { type: 'number' } },
  setup: () => ({}),
  frame: () => ({}),
  submit: { wish: { fields: { text: { type: 'string' } }, accept: () => ({}) } },
  // @ts-expect-error a field that the input does not have
  bot: ({ random }) => (random() < 0.5 ? { input: { z: 1 } } : null),
});
defineGame({
  title: 'Bots that submit what there is not',
  setup: () => ({}),
  frame: () => ({}),
  submit: { wish: { fields: { text: { type: 'string' } }, accept: () => ({}) } },
  // @ts-expect-error a kind that is not there
  bot: () => ({ submit: { kind: 'vote', value: { text: '' } } }),
});

// ── from the definition to the pages ──────────────────────────────────────────────────────────────────

/** @type {PhoneModule<typeof game>['mount']} */
export function mountPhone(_root, { settings, player, teams, submit, unanswered }) {
  /** @satisfies {'tilt' | 'slider'} */ (settings.control);
  /** @satisfies {'left' | 'right' | null} */ (player.team);
  /** @satisfies {'left' | 'right' | undefined} */ (teams[0]);
  submit('answer', { round: 1, choice: 'yes' }).then((ack) => {
    if (ack.ok) /** @satisfies {number} */ (ack.receipt.number);
  });
  submit('wish', { text: 'rain' }).then((ack) => ack.ok && ack.receipt + 1);
  for (const { kind: which, value } of unanswered) if (which === 'wish') value.text.trim();

  // @ts-expect-error a kind that is not there
  submit('anwser', { round: 1, choice: 'yes' });
  // @ts-expect-error a value that the kind does not take
  submit('answer', { round: 1, choice: 'perhaps' });
  // @ts-expect-error a field is missing
  submit('answer', { round: 1 });
  // @ts-expect-error a setting that is not there
  settings.volume;
  return {
    input: () => ({ y: 0.5, vote: 'A' }),
    notice({ winner, control }) {
      /** @satisfies {'left' | 'right' | null} */ (winner);
      /** @satisfies {'tilt' | 'slider'} */ (control);
    },
    personal: (mine) => void mine.place.toFixed(),
    settings: ({ speed }) => void speed.toFixed(),
    submission(submission) {
      if (submission.kind === 'answer') submission.receipt?.number.toFixed();
    },
  };
}

/** @type {PhoneModule<typeof game>['mount']} */
// @ts-expect-error an input without one of its fields
export const mountSilent = () => ({ input: () => ({ y: 1 }) });

/** @type {PhoneModule<typeof game>['mount']} */
// @ts-expect-error a field that the notice does not have
export const mountCurious = () => ({ notice: ({ loser }) => void loser });

/** @type {PlayfieldModule<typeof game>['mount']} */
export function mountPlayfield(_root, { settings, calm }) {
  /** @satisfies {number} */ (settings.speed);
  return {
    frame(view, { nowMs }) {
      /** @satisfies {number} */ (view.place + nowMs + Number(calm));
      // @ts-expect-error a field that the view does not have
      view.score;
    },
  };
}

/** @type {PanelModule<typeof game>['mount']} */
export function mountPanel(_root, { run, set }) {
  run('go', { steps: 2 });
  run('again');
  set({ speed: 2 });
  // @ts-expect-error an action that is not there
  run('stop');
  // @ts-expect-error an argument that the action does not take
  run('go', { stpes: 2 });
  // @ts-expect-error a value of another type
  set({ speed: 'fast' });
  return { panel: ({ secret }) => /** @satisfies {boolean} */ (secret) };
}

// ── definitions that must not compile ─────────────────────────────────────────────────────────────────

const base = {
  title: 'Small',
  setup: () => ({ n: 0 }),
  frame: (/** @type {{ n: number }} */ state) => state,
};
const y = /** @type {const} */ ({ y: { type: 'number' } });

// @ts-expect-error setup is missing
defineGame({ title: 'Small', frame: () => null });
// @ts-expect-error frame is missing
defineGame({ title: 'Small', setup: () => null });
// @ts-expect-error the title is missing
defineGame({ setup: () => null, frame: () => null });
// @ts-expect-error a hook that is not there
defineGame({ ...base, setup: () => 0, frame: () => 0, tik() {} });
// @ts-expect-error a fold of a field that the input does not have
defineGame({ ...base, input: y, aggregate: mean('z') });
// @ts-expect-error the same inside a combination
defineGame({ ...base, input: y, aggregate: combine({ a: mean('y'), b: totals('z') }) });
// @ts-expect-error a type that no field has
defineGame({ ...base, settings: { speed: { type: 'float', default: 1 } } });
// @ts-expect-error an action without a title
defineGame({ ...base, actions: { go: { run: () => undefined } } });
// @ts-expect-error a submission without accept
defineGame({ ...base, submit: { answer: { fields: y } } });
// @ts-expect-error a tick that gives another state
defineGame({ ...base, tick: () => ({ m: 1 }) });

// ── the phone kit, by the fields of the game ──────────────────────────────────────────────────────────

/** @type {PhoneModule<typeof game>['mount']} */
export function mountTwo(root, host) {
  const vote = choice(root, host, { field: 'vote', of: ['A', 'B'] });
  const dial = slider(root, host, { field: 'y', neutral: 0 });
  return {
    input() {
      const [one, other] = [vote.value(), dial.value()];
      return one && other && { ...one, ...other };
    },
    notice: ({ winner }) => void winner,
  };
}

/** @type {PhoneModule<typeof game>['mount']} */
export const mountAsking = (root, host) => textbox(root, host, { field: 'text', submit: 'wish' });

/** @type {PhoneModule<typeof game>['mount']} */
// @ts-expect-error the field y is missing, which the game asks for
export const mountHalf = (root, host) => choice(root, host, { field: 'vote', of: ['A', 'B'] });

/** @type {PhoneModule<typeof game>['mount']} */
export function mountWrong(root, host) {
  // @ts-expect-error a value that the field does not take
  choice(root, host, { field: 'vote', of: ['A', 'C'] });
  // @ts-expect-error a field that is no number
  slider(root, host, { field: 'vote' });
  // @ts-expect-error a field that is not there
  pad(root, host, { taps: 'taps' });
  // @ts-expect-error a kind that is not there
  textbox(root, host, { field: 'text', submit: 'question' });
  // @ts-expect-error a field that the kind does not have
  textbox(root, host, { field: 'words', submit: 'wish' });
}

// ── small games, and games of which nothing is known ──────────────────────────────────────────────────

const small = defineGame(base);
/** @satisfies {{ n: number }} */ (/** @type {TypesOf<typeof small>['view']} */ ({ n: 1 }));

defineGame({
  title: "An author's own fold",
  input: { n: { type: 'integer' } },
  aggregate: {
    empty: () => ({ most: 0 }),
    add: (sum, { n }) => ({ most: Math.max(sum.most, n) }),
    merge: (a, b) => ({ most: Math.max(a.most, b.most) }),
  },
  setup: () => ({ n: 0 }),
  tick(state, sum) {
    state.n = sum.most;
    // @ts-expect-error a field that the sum does not have
    sum.least;
  },
  frame: (state) => state,
});

const drums = defineGame({
  title: 'Drums',
  teams: ['bass', 'snare'],
  teamTitles: { bass: 'Bass' },
  input: { hit: { type: 'integer' } },
  aggregate: {
    empty: () => ({ firstMs: 0 }),
    add: (sum, _input, _who, atMs) => ({ firstMs: Math.min(sum.firstMs, atMs) }),
    merge: (a, b) => ({ firstMs: Math.min(a.firstMs, b.firstMs) }),
  },
  setup: () => ({ bars: [0] }),
  frame: ({ bars }) => ({ n: bars.length }),
  backdrop: ({ bars }, { teamTitles }) => ({ bars, name: teamTitles.snare }),
  actions: { again: { title: 'Again', run: (_state, _args, ctx) => ctx.clearLevels() } },
});
defineGame({
  ...base,
  setup: () => 0,
  frame: () => 0,
  teams: ['bass', 'snare'],
  // @ts-expect-error a title of a team that is not there
  teamTitles: { base: 'Bass' },
});
/** @satisfies {{ bars: number[], name: string }} */ (
  /** @type {TypesOf<typeof drums>['backdrop']} */ ({ bars: [1], name: 'Snare' })
);
/** @type {PlayfieldModule<typeof drums>['mount']} */
export const drumScreen = (_root, { nowMs }) => ({
  frame: ({ n }) => void (n + nowMs()),
  // @ts-expect-error the backdrop has no beats
  backdrop: ({ bars, beats }) => void [bars, beats],
});
/** @type {PhoneModule<typeof drums>['mount']} */
export const drumPhone = (_root, { memory, nowMs }) => {
  memory.set({ hits: [nowMs()] });
  // @ts-expect-error a function is no JSON
  memory.set({ hit() {} });
  return { cleared: () => void memory.get() };
};

/** Every game is a `Game`, whatever its types. @type {Game[]} */
export const games = [game, small, drums];
/** @type {PhoneModule['mount']} any phone page, as the host sees it */
export const anyPhone = (_root, { settings, submit }) => {
  submit('anything', { n: 1 });
  return { notice: (notice) => void [notice, settings['speed']] };
};
