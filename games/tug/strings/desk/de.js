/** The texts that operators and presenters read in German. */
export default {
  'game.title': 'Tauziehen',
  'game.summary': 'Tippt, so schnell ihr könnt: Es gewinnt die Seite, die pro Kopf mehr zieht.',
  'set.weight': 'Gewicht des Seils',
  'set.seconds': 'Zeit zum Ziehen',
  'set.countdown': 'Countdown',
  'do.again': 'Noch einmal ziehen',
  'rope under tension': 'das Seil ist gespannt',
  'Pull again': 'Noch einmal ziehen',
};
