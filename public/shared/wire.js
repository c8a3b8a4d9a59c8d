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
  react: 'react',
  // screens
  about: 'about',
  // all pages that games are shown on
  fault: 'fault',
  // presenter and operator
  run: 'run',
  back: 'back',
  pause: 'pause',
  go: 'go',
  blank: 'blank',
  // operator
  switch: 'switch',
  bringBack: 'bring-back',
  set: 'set',
  throttle: 'throttle',
  players: 'players',
  kick: 'kick',
  lock: 'lock',
  entryCode: 'entry-code',
  language: 'language',
  look: 'look',
  sheet: 'sheet',
  editSheet: 'edit-sheet',
  rehearseSheet: 'rehearse-sheet',
  balance: 'balance',
  watch: 'watch',
  rehearsal: 'rehearsal',
  openRoom: 'open-room',
  closeRoom: 'close-room',
  prepare: 'prepare',
  take: 'take',
  documents: 'documents',
  document: 'document',
  newDocument: 'new-document',
  copyDocument: 'copy-document',
  deleteDocument: 'delete-document',
  restoreDocument: 'restore-document',
  choose: 'choose',
  results: 'results',
  events: 'events',
  undo: 'undo',
  offer: 'offer',
  screens: 'screens',
  qr: 'qr',
  links: 'links',
  newLink: 'new-link',
  recallLink: 'recall-link',
  recallKeys: 'recall-keys',
  names: 'names',
  nameMode: 'name-mode',
  approve: 'approve',
  hide: 'hide',
  kickMany: 'kick-many',
  unkick: 'unkick',
  alike: 'alike',
  readiness: 'readiness',
  expect: 'expect',
  measure: 'measure',
  joinSheet: 'join-sheet',
  erase: 'erase',
  wifi: 'wifi',
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
  theme: 'theme',
  kicked: 'kicked',
  erased: 'erased',
  replaced: 'replaced',
  draining: 'draining',
  problem: 'problem',
  // playfield
  frame: 'frame',
  backdrop: 'backdrop',
  join: 'join',
  steps: 'steps',
  reactions: 'reactions',
  // remote
  panel: 'panel',
  // playfield, remote and operator
  ended: 'ended',
  // operator
  status: 'status',
  log: 'log',
});
