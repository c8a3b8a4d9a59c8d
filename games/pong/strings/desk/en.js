/** The texts that operators and presenters read in English. */
export default {
  'pong.at': '{left} to {right}',
  'pong.at.over': 'over, {left} to {right}',
  'pong.go.serve': 'Serve',
  'pong.go.again': 'New game',
};
