export default {
  // phone
  'loadtest.status': 'Auftrag',
  'loadtest.busy': 'je {rate} Nachrichten pro Sekunde',
  'loadtest.idle': 'Wartet auf den Start',
  'loadtest.sockets': 'Verbindungen',
  'loadtest.sent': 'Gesendet',
  'loadtest.errors': 'Fehler',
  'loadtest.trip': 'Hin und zurück',
  'loadtest.error': 'keine Antwort',

  // playfield
  'loadtest.rest': 'In Ruhe',
  'loadtest.order': '{sockets} Verbindungen je Handy, je {sendHz}/s, noch {leftS} s',
  'loadtest.report': '{phones} Handys, {sockets} zusätzliche Verbindungen, {sent} gesendet, {errors} Fehler',
  'loadtest.csv': 'Messwerte als CSV speichern',
  'loadtest.chart.messages': 'Nachrichten',
  'loadtest.chart.connections': 'Verbindungen',
  'loadtest.chart.dropped': 'Verworfen',
  'loadtest.chart.trip': 'Hin und zurück',
  'loadtest.chart.cpu': 'CPU eines Kerns',
  'loadtest.chart.loop': 'Verzögerung p95',
  'loadtest.chart.heap': 'Heap',
  'loadtest.chart.bytes': 'Verkehr',
};
