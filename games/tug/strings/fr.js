/** The texts of phones and screens in French. */
export default {
  'Pull!': 'Tirez !',
  'Ready?': 'Prêts ?',
  'Tap like mad!': 'Tapez sans arrêt !',
  'Neck and neck': 'Au coude-à-coude',
  'Your side is ahead': 'Votre camp mène',
  'Your side is behind: faster!': 'Votre camp est mené : plus vite !',
  'A draw!': 'Match nul !',
  'You won!': 'Gagné !',
  'So close!': 'Si près du but !',
};
