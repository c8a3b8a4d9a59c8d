/** The shapes of a benchmark about a whole hall: ours with games of a show, as it is then, and plain Socket.IO. */

export const PLAIN = 'plain Socket.IO';

/** `loadtest` is the game without teams and without views of single players. */
export const HALL = Object.freeze({
  lobby: { server: 'own', game: 'lobby' },
  pong: { server: 'own', game: 'pong' },
  quiz: { server: 'own', game: 'quiz' },
  'no teams': { server: 'own', game: 'loadtest' },
  [PLAIN]: { server: 'socket.io', game: undefined },
});
