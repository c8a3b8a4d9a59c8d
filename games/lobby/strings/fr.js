/** The texts of phones and screens in French. */
export default {
  'lobby.tap': 'Touchez !',
  'lobby.here': '{count} personnes sont là',
  'lobby.here_none': 'Personne n’est encore là',
  'lobby.here_one': 'Vous êtes là en premier',
  'lobby.wait': 'Ça commence bientôt. Illuminez le grand écran.',
  'lobby.hello': 'Quel plaisir de vous voir !',
  'lobby.call': 'Prenez votre téléphone : chaque touche est une étincelle ici',
  'lobby.taps': '{taps} étincelles jusqu’ici',
  'lobby.taps_one': '{taps} étincelle jusqu’ici',
  'lobby.step.scan': 'Visez le\ncode avec\nla caméra',
  'lobby.step.tap': 'Puis touchez\net faites de\nla lumière',
};
