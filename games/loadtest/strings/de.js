export default {
  // phone
  'loadtest.status': 'Auftrag',
  'loadtest.busy': 'je {rate} Nachrichten pro Sekunde',
  'loadtest.idle': 'Wartet auf die Regie',
  'loadtest.sockets': 'Verbindungen',
  'loadtest.sent': 'Gesendet',
  'loadtest.errors': 'Fehler',
  'loadtest.trip': 'Hin und zurück',
  'loadtest.error': 'keine Antwort',

  // playfield
  'loadtest.rest': 'Kein Auftrag',
  'loadtest.order': '{sockets} Verbindungen je Handy, je {sendHz}/s, noch {leftS} s',
  'loadtest.report': '{phones} Handys, {sockets} zusätzliche Verbindungen, {sent} gesendet, {errors} Fehler',
  'loadtest.csv': 'Messwerte als CSV speichern',
  'loadtest.chart.messages': 'Nachrichten',
  'loadtest.chart.connections': 'Verbindungen',
  'loadtest.chart.dropped': 'Verworfen',
  'loadtest.chart.trip': 'Hin und zurück',
  'loadtest.chart.cpu': 'CPU (ein Kern)',
  'loadtest.chart.loop': 'Verzug p95',
  'loadtest.chart.heap': 'Heap',
  'loadtest.chart.bytes': 'Verkehr',
};
