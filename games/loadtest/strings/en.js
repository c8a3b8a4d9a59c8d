export default {
  // phone
  'loadtest.status': 'Task',
  'loadtest.busy': '{rate} messages a second each',
  'loadtest.idle': 'Waiting for the start',
  'loadtest.sockets': 'Connections',
  'loadtest.sent': 'Sent',
  'loadtest.errors': 'Errors',
  'loadtest.trip': 'Round trip',
  'loadtest.error': 'no answer',

  // playfield
  'loadtest.rest': 'Idle',
  'loadtest.order': '{sockets} connections per phone, {sendHz}/s each, {leftS} s to go',
  'loadtest.report': '{phones} phones, {sockets} extra connections, {sent} sent, {errors} errors',
  'loadtest.csv': 'Save the measurements as CSV',
  'loadtest.chart.messages': 'Messages in',
  'loadtest.chart.connections': 'Connections',
  'loadtest.chart.dropped': 'Dropped',
  'loadtest.chart.trip': 'Round trip',
  'loadtest.chart.cpu': 'CPU of a core',
  'loadtest.chart.loop': 'Loop delay p95',
  'loadtest.chart.heap': 'Heap',
  'loadtest.chart.bytes': 'Traffic',
};
