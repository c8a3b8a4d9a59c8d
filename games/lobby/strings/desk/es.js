/** The texts that operators and presenters read in Spanish. */
export default {
  'game.title': 'Vestíbulo',
  'game.summary': 'La gente llega; sus nombres y sus toques iluminan la pantalla grande.',
  'set.headline': 'Titular',
  'set.headline.about': 'Vacío: un saludo',
};
