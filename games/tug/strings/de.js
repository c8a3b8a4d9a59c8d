export default {
  'Pull!': 'Zieh!',
  'You won!': 'Gewonnen!',
  'So close!': 'Ganz knapp!',
};
