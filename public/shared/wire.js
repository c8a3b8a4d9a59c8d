/** The names of the wire, for both ends. Payloads: lib/contract/wire.d.ts; rates and loss: docs/protocol.md. */

export const NAMESPACE = Object.freeze({
  players: '/players',
  playfield: '/playfield',
  control: '/control',
  remote: '/remote',
  loadTest: '/loadtest',
});

/** Client to server, by namespace. */
export const CLIENT_EVENT = Object.freeze({
  // phones
  input: 'input',
  submit: 'submit',
  rename: 'rename',
  team: 'team',
  ping: 'ping',
  away: 'away',
  // presenter and operator
  run: 'run',
  back: 'back',
  // operator
  switch: 'switch',
  set: 'set',
  throttle: 'throttle',
  players: 'players',
  kick: 'kick',
  lock: 'lock',
  balance: 'balance',
  watch: 'watch',
  rehearsal: 'rehearsal',
  openRoom: 'open-room',
  closeRoom: 'close-room',
  documents: 'documents',
  document: 'document',
  newDocument: 'new-document',
  copyDocument: 'copy-document',
  deleteDocument: 'delete-document',
  restoreDocument: 'restore-document',
  choose: 'choose',
  results: 'results',
  screens: 'screens',
  remotes: 'remotes',
});

/** Server to client. */
export const SERVER_EVENT = Object.freeze({
  welcome: 'welcome',
  scene: 'scene',
  // phones and playfield
  stage: 'stage',
  // phones
  notice: 'notice',
  personal: 'personal',
  player: 'player',
  throttle: 'throttle',
  queued: 'queued',
  kicked: 'kicked',
  replaced: 'replaced',
  draining: 'draining',
  problem: 'problem',
  // playfield
  frame: 'frame',
  backdrop: 'backdrop',
  join: 'join',
  // remote
  panel: 'panel',
  // operator
  status: 'status',
  log: 'log',
});
