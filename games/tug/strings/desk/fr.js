/** The texts that operators and presenters read in French. */
export default {
  'game.title': 'Tir à la corde',
  'game.summary': 'Touchez le plus vite possible : le camp qui tire le plus par tête gagne.',
  'set.weight': 'Poids de la corde',
  'set.seconds': 'Temps pour tirer',
  'set.countdown': 'Compte à rebours',
  'do.again': 'Tirer encore',
  'rope under tension': 'la corde est tendue',
  'Pull again': 'Tirer encore',
};
