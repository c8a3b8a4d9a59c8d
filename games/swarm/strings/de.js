export default {
  // beide
  'swarm.do.fly': 'Du bist ein Licht. Flieg!',
  'swarm.do.idle': 'Lenke dein Licht mit dem Handy',
  'swarm.do.gather': 'Flieg in den Ring!',
  'swarm.do.paint': 'Malt die Wand aus!',
  'swarm.do.follow': 'Folgt dem Leitlicht',
  'swarm.do.wave': 'Die Welle kommt',
  'swarm.do.pixels': 'Haltet die Handys hoch!',
  'swarm.do.patterns': 'Schaut dem Schwarm zu',
  'swarm.do.tune': 'Tippe mit dem Blitz',

  // Handy
  'swarm.lead': 'Du führst! Alle folgen dir.',
  'swarm.pad': 'Lenke dein Licht: aus der Mitte ziehen oder Pfeiltasten',
  'swarm.map': 'Wo dein Licht ist',
  'swarm.find': 'Wo bin ich?',
  'swarm.tilt': 'Neigen',
  'swarm.tilt.needs-https': 'Neigen geht nur auf einer sicheren Seite (https). Nimm den Daumen.',
  'swarm.tilt.denied': 'Neigen wurde nicht erlaubt. Nimm den Daumen.',
  'swarm.tilt.missing': 'Dieses Handy hat keinen Lagesensor. Nimm den Daumen.',
  'swarm.hold': 'Stell den Bildschirm hell und halte ihn hoch.',
  'swarm.row': 'Reihe',
  'swarm.seat': 'Platz',
  'swarm.tap': 'Tipp',
  'swarm.taps': 'Tippe bei jedem Blitz der Leinwand: {count} von 5',
  'swarm.tuned': 'Im Takt: {ms} ms. Weiter, es wird genauer.',

  // Leinwand
  'swarm.empty': 'Scannt den Code unten: euer Handy ist ein Licht',
  'swarm.lights': '{lights} Lichter',
  'swarm.lights_one': '1 Licht',
  'swarm.inside': '{inside} von {active} sind drin',
  'swarm.gathered': 'Alle drin!',
  'swarm.painted': '{share} % gemalt',
  'swarm.full': 'Fertig! Was für eine Wand.',
  'swarm.leads': '{name} führt',
};
