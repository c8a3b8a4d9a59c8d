/** The texts that operators and presenters read in Spanish. */
export default {
  'game.title': 'Tira y afloja',
  'game.summary': 'Toca lo más rápido que puedas: gana el lado que más tira por cabeza.',
  'set.weight': 'Peso de la cuerda',
  'set.seconds': 'Tiempo para tirar',
  'set.countdown': 'Cuenta atrás',
  'do.again': 'Tirar otra vez',
  'rope under tension': 'la cuerda está tensa',
  'Pull again': 'Tirar otra vez',
};
