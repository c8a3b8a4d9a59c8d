/** The texts of phones and screens in Spanish. */
export default {
  'Pull!': '¡Tira!',
  'Ready?': '¿Listos?',
  'Tap like mad!': '¡Toca sin parar!',
  'Neck and neck': 'Muy igualados',
  'Your side is ahead': 'Tu lado va ganando',
  'Your side is behind: faster!': 'Tu lado va perdiendo: ¡más rápido!',
  'A draw!': '¡Empate!',
  'You won!': '¡Has ganado!',
  'So close!': '¡Por muy poco!',
};
