/** Bingo: each phone has a card of its own. The host draws numbers, and who has a full line first calls it. */

import { defineGame, refuse } from 'mass-mobile';
import { LINES, MIDDLE, PLACES, SIZE } from './shared/lines.js';

/** Column 1 has five of 1 to 15, column 2 of 16 to 30, and so on. */
const PER_COLUMN = 15;
const ALL = SIZE * PER_COLUMN;

/** @param {number} from @param {number} count @param {() => number} random @returns {number[]} five of them */
function pick(from, count, random) {
  const bag = Array.from({ length: count }, (_, at) => from + at);
  return PLACES.flatMap(() => bag.splice(Math.floor(random() * bag.length), 1));
}

export default defineGame({
  title: 'Bingo',
  summary: 'Each phone has a card of its own; who has a full line of drawn numbers first calls it.',
  settings: { winners: { type: 'integer', minimum: 1, maximum: 20, default: 1, title: 'Winners' } },
  /** @returns {{ drawn: number[], cards: Record<string, number[]>, winners: { id: string, name: string }[] }} cards: row by row, 0 is free */
  setup: () => ({ drawn: [], cards: {}, winners: [] }),
  join(state, { id }, { random }) {
    const columns = PLACES.map((at) => pick(1 + at * PER_COLUMN, PER_COLUMN, random));
    state.cards[id] ??= PLACES.flatMap((row) => columns.map((column) => column[row] ?? 0)).with(MIDDLE, 0);
  },
  frame: ({ drawn, winners }) => ({ drawn, winners: winners.map(({ name }) => name) }),
  notice: ({ drawn, winners }, { settings }) => ({
    last: drawn.at(-1) ?? null,
    isOver: winners.length >= settings.winners,
  }),
  personal: ({ cards, winners }, id) => ({
    card: cards[id] ?? [],
    place: winners.findIndex((one) => one.id === id) + 1,
  }),
  personalKey: ({ winners }) => String(winners.length),
  submit: {
    call: {
      fields: { line: { type: 'integer', minimum: 0, maximum: LINES.length - 1 } },
      accept(state, { player, value }, { settings }) {
        if (state.winners.length >= settings.winners) throw refuse('Somebody was faster.', 'submit-closed');
        if (state.winners.some(({ id }) => id === player.id)) return {};
        const numbers = (LINES[value.line] ?? []).map((place) => state.cards[player.id]?.[place] ?? -1);
        const wrong = numbers.find((number) => number !== 0 && !state.drawn.includes(number));
        if (wrong !== undefined) throw refuse(`${wrong} has not been drawn.`);
        state.winners.push({ id: player.id, name: player.name });
        return {};
      },
    },
  },
  actions: {
    draw: {
      title: 'Draw a number',
      step: true,
      run(state, _args, { random }) {
        const left = Array.from({ length: ALL }, (_, at) => at + 1).filter(
          (number) => !state.drawn.includes(number),
        );
        if (left.length === 0) throw refuse('All numbers are drawn.');
        state.drawn.push(left[Math.floor(random() * left.length)] ?? 0);
      },
    },
    again: { title: 'New cards', step: true, run: (_state, _args, { beginAnew }) => beginAnew() },
  },
  next({ drawn, winners }, { settings }) {
    if (winners.length >= settings.winners || drawn.length === ALL)
      return { action: 'again', label: 'New cards', again: true };
    return { action: 'draw', label: 'Draw number {n}', values: { n: drawn.length + 1 } };
  },
  // People mark what is drawn, and call once they see a full line.
  bot({ me, view, personal }) {
    const drawn = new Set([0, ...(view?.drawn ?? [])]);
    const line = LINES.findIndex((places) => places.every((place) => drawn.has(personal?.card[place] ?? -1)));
    if (line < 0 || personal?.place !== 0) return { waitMs: 1000 };
    return { submit: { kind: 'call', value: { line } }, waitMs: me.think(3000) };
  },
  results: ({ winners }) => [
    { name: 'Winners', columns: ['Place', 'Name'], rows: winners.map(({ name }, at) => [at + 1, name]) },
  ],
});
