/** The probe page in German. */

export default {
  'probe.title': 'Probe',
  'probe.asking': 'Der Server wird gefragt …',
  'probe.reached': 'Dieses Handy erreicht die Show',
  'probe.stay':
    'Am Pult ist es abgehakt. Geh mit dieser Seite bis in die letzte Reihe und sieh auf die Zeit.',
  'probe.old': 'Dieser Code ist alt',
  'probe.lost': 'Der Server antwortet nicht',
  'probe.lost.help': 'Ist dieses Handy noch im WLAN der Show? Jede Sekunde wird es wieder versucht.',
  'probe.address': 'Adresse',
  'probe.rtt': 'Hin und zurück',
  'probe.secure': 'HTTPS',
  'probe.motion': 'Kippen',
  'probe.motion.yes': 'geht',
  'probe.motion.ask': 'fragt zuerst',
  'probe.motion.no': 'stattdessen tippen',
  'probe.socket': 'WebSocket',
  'probe.yes': 'ja',
  'probe.no': 'nein',
  'This code is no longer valid. Scan the one in the control panel again.':
    'Dieser Code gilt nicht mehr. Scann den am Pult noch einmal.',
};
