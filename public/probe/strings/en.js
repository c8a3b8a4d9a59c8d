/** The probe page in English. */

export default {
  'probe.title': 'Probe',
  'probe.asking': 'Asking the server …',
  'probe.reached': 'This phone reaches the show',
  'probe.stay':
    'The control panel has ticked it. Walk to the last row with this page open, and watch the time.',
  'probe.old': 'This code is old',
  'probe.lost': 'The server does not answer',
  'probe.lost.help': 'Is this phone still in the wifi of the show? It is tried again every second.',
  'probe.address': 'Address',
  'probe.rtt': 'There and back',
  'probe.secure': 'HTTPS',
  'probe.motion': 'Tilting',
  'probe.motion.yes': 'works',
  'probe.motion.ask': 'asks first',
  'probe.motion.no': 'touch instead',
  'probe.socket': 'WebSocket',
  'probe.yes': 'yes',
  'probe.no': 'no',
};
