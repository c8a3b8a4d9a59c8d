/** The texts that operators and presenters read in French. */
export default {
  'game.title': 'Accueil',
  'game.summary': 'Les gens arrivent ; leurs noms et leurs touches illuminent le grand écran.',
  'set.headline': 'Titre',
  'set.headline.about': 'Vide : un mot de bienvenue',
};
