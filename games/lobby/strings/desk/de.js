/** The texts that operators and presenters read in German. */
export default {
  'game.title': 'Lobby',
  'game.summary': 'Leute kommen an; ihre Namen und Tipper bringen die Leinwand zum Leuchten.',
  'set.headline': 'Überschrift',
  'set.headline.about': 'Leer: ein Willkommensgruß',
};
