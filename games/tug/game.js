import { defineGame, totals } from 'mass-mobile';

export default defineGame({
  title: 'Tug of war',
  summary: 'Tap as fast as you can: the side that pulls more per head wins.',
  teams: ['left', 'right'],
  input: { pulls: { type: 'integer', minimum: 1, maximum: 20 } },
  aggregate: totals('pulls').by('team'),
  settings: { weight: { type: 'number', minimum: 5, maximum: 200, default: 20, title: 'Rope weight' } },
  /** @returns {{ rope: number, winner: 'left' | 'right' | null }} */
  setup: () => ({ rope: 0, winner: null }),
  tick(state, sum, { settings, players }) {
    if (state.winner) return;
    const { left, right } = players.byTeam;
    state.rope += (sum.right.pulls / (right || 1) - sum.left.pulls / (left || 1)) / settings.weight;
    if (Math.abs(state.rope) >= 1) state.winner = state.rope > 0 ? 'right' : 'left';
  },
  frame: (state) => state,
  notice: ({ winner }) => ({ winner }),
  // People pull in bursts, and harder while their side is ahead; nobody pulls at a rope that lies on the ground.
  bot({ me, notice, view, memory, random }) {
    if (notice?.winner) return { waitMs: 2000 };
    memory.left = (memory.left ?? 20 * random()) - 1;
    if (memory.left < 0) {
      memory.left = 10 + 20 * random();
      return { waitMs: me.think(1500) };
    }
    const ahead = (view?.rope ?? 0) * (me.team === 'right' ? 1 : -1);
    return { input: { pulls: 1 + Math.floor(random() * (2 + me.skill + 2 * ahead)) }, waitMs: 500 };
  },
  actions: { again: { title: 'Pull again', key: 'r', run: () => ({ rope: 0, winner: null }) } },
});
