/** The directions of imports: what may know what. `npm run rooms` holds the code to them, JSDoc type imports included. */

/**
 * One room of `lib/` and the rooms that it may import from, besides itself and `lib/errors.js`.
 * An arrow that is not in this table is an error.
 */
const ROOMS = {
  contract: [],
  rates: ['contract'],
  stage: ['contract'],
  journal: ['stage', 'contract'],
  door: ['contract'],
  wire: ['contract', 'door'],
  // Off the stage: files of people, for importers of games.
  import: ['contract'],
  content: ['journal', 'door', 'import', 'contract'],
  bus: ['contract'],
  // The running of one game, beside its room or in a thread.
  play: ['stage', 'bus', 'contract'],
  // Games do this off their stage, in a thread.
  errands: ['play', 'stage', 'content', 'import', 'contract'],
  // The game that is on in one room, and the scenes that wait.
  scene: ['play', 'stage', 'journal', 'content', 'contract'],
  room: ['scene', 'play', 'errands', 'bus', 'stage', 'rates', 'journal', 'content', 'contract', 'door'],
  // The edge side. None of these knows the home side (room, journal, content): they have the bus.
  namespaces: ['bus', 'wire', 'door', 'stage', 'contract', 'rates'],
  overload: ['namespaces', 'bus', 'rates', 'wire', 'contract'],
  // In a hall without internet; an extension of the server, as the bots are.
  hall: ['contract'],
  http: ['namespaces', 'errands', 'bus', 'door', 'wire', 'contract'],
};
/** Files of `lib/` itself that every room may use: they know nothing of it. */
const COMMON =
  '^lib/(bucket|calls|compiler-problem|delay-counts|errors|fault-tally|graphemes|heart|log|networks|config|settings|setting-values|swearing|word-list|load-games|outside-games|games-digest|plain-screen|redis-url|this-machine|watch)\\.js$';
/** These rooms see neither sockets, nor clocks, nor the environment, nor the disk: all of it is passed in. */
const PURE = '^lib/(contract|stage|rates)/';

const rooms = Object.entries(ROOMS).map(([room, known]) => ({
  name: `room-${room}`,
  comment: `lib/${room}/ may import from: ${[room, ...known].join(', ')}. Pass the rest in, or move the file.`,
  severity: 'error',
  from: { path: `^lib/${room}/` },
  to: { path: '^lib/', pathNot: [`^lib/(${[room, ...known].join('|')})/`, COMMON] },
}));

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    ...rooms,
    {
      name: 'no-circle',
      comment:
        'Two files that import each other cannot be read, tested or moved one by one. Type imports count; ' +
        'a ring that passes a declaration (.d.ts) does not: one contract stands in several of them, and the ' +
        'types of a game are inferred from its code.',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { pathNot: '\\.d\\.ts$' } },
    },
    {
      name: 'home-has-no-sockets',
      comment: 'Edges and home meet on the bus alone, so that either may sit in another thread or machine.',
      severity: 'error',
      from: { path: '^lib/home\\.js$' },
      to: { path: '^lib/(namespaces|wire|http|overload)/' },
    },
    {
      name: 'server-knows-no-extension',
      comment:
        'The lab, the checks, the bots and what authors have are extensions: they know the server, the server does not know them.',
      severity: 'error',
      from: { path: '^(lib|public|games|examples|control-panel)/', pathNot: '\\.test\\.js$' },
      to: { path: '^(loadtest|bots|check|dev|test|scripts)/' },
    },
    {
      name: 'pages-know-no-server',
      comment: 'A browser cannot load the server: pages take its types and nothing else.',
      severity: 'error',
      from: { path: '^(public|control-panel)/' },
      to: { path: '^lib/', pathNot: '\\.d\\.ts$' },
    },
    {
      name: 'games-know-the-contract',
      comment: "A game imports 'mass-mobile', the page kit in public/ and its own files.",
      severity: 'error',
      from: { path: '^(games|examples)/([^/]+)/', pathNot: '\\.test\\.js$' },
      to: {
        path: '^(lib|games|examples|control-panel)/',
        pathNot: ['^$1/$2/', '^lib/(contract|import)/', '\\.d\\.ts$'],
      },
    },
    {
      name: 'pure-rooms',
      comment: 'What is pure can be tested without a server and repeated to the letter.',
      severity: 'error',
      from: { path: PURE },
      to: { dependencyTypes: ['core', 'npm'] },
    },
    {
      name: 'only-the-bus-knows-redis',
      severity: 'error',
      from: { path: '^lib/', pathNot: '^lib/(bus/|wire/cluster-adapter\\.js$)' },
      to: { path: '^node_modules/(redis|@redis|@socket\\.io/redis-adapter)' },
    },
    {
      name: 'only-the-journal-knows-the-database',
      severity: 'error',
      from: { path: '^lib/', pathNot: '^lib/journal/' },
      to: { path: '^node_modules/(libsql|mysql2|pg|kysely)/' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(data|reports|coverage)/' },
    tsPreCompilationDeps: true,
    detectJSDocImports: true,
    parser: 'tsc',
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { conditionNames: ['import', 'default'], exportsFields: ['exports'] },
  },
};
