export default {
  'Pull!': 'Zieh!',
  'Ready?': 'Bereit?',
  'Tap like mad!': 'Tippt, was geht!',
  'Neck and neck': 'Kopf an Kopf',
  'Your side is ahead': 'Deine Seite liegt vorn',
  'Your side is behind: faster!': 'Deine Seite liegt hinten: schneller!',
  'A draw!': 'Unentschieden!',
  'You won!': 'Gewonnen!',
  'So close!': 'Ganz knapp!',
};
