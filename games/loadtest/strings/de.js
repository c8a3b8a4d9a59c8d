export default {
  // phone
  'loadtest.status': 'Auftrag',
  'loadtest.busy': 'je {rate} Nachrichten pro Sekunde',
  'loadtest.paused': 'Von der Regie angehalten',
  'loadtest.idle': 'Wartet auf die Regie',
  'loadtest.sockets': 'Verbindungen',
  'loadtest.sent': 'Gesendet',
  'loadtest.throttled': 'Zurückgehalten',
  'loadtest.errors': 'Fehler',
  'loadtest.trip': 'Hin und zurück',
  'loadtest.error': 'keine Antwort',

  // playfield
  'loadtest.rest': 'Kein Auftrag',
  'loadtest.pausing': 'Angehalten',
  'loadtest.step': 'Stufe {step} von {steps}',
  'loadtest.order': '{sockets} Verbindungen je Handy, je {sendHz}/s',
  'loadtest.bytes': '{bytes} Bytes mehr',
  'loadtest.left': 'noch {leftS} s',
  'loadtest.granted': 'der Server gewährt {rate}/s',
  'loadtest.ended.done': 'Alle Stufen geschafft, bis {sockets} Verbindungen je Handy, je {sendHz}/s.',
  'loadtest.ended.trip':
    'Ende bei {sockets} Verbindungen, je {sendHz}/s: hin und zurück {value} ms (Grenze {limit}).',
  'loadtest.ended.loop':
    'Ende bei {sockets} Verbindungen, je {sendHz}/s: Verzug {value} ms (Grenze {limit}).',
  'loadtest.ended.dropped':
    'Ende bei {sockets} Verbindungen, je {sendHz}/s: {value} % verworfen (Grenze {limit}).',
  'loadtest.ended.paused': 'Ende bei {sockets} Verbindungen, je {sendHz}/s: zehn Minuten angehalten.',
  'loadtest.ended.throttled': 'Ab Stufe {step} gewährte der Server weniger.',
  'loadtest.report':
    '{phones} Handys, {sockets} zusätzliche Verbindungen, {sent} gesendet, {throttled} zurückgehalten, {errors} Fehler',
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
