export default {
  // phone
  'loadtest.status': 'Task',
  'loadtest.busy': '{rate} messages a second each',
  'loadtest.paused': 'Paused by the operator',
  'loadtest.idle': 'Waiting for the operator',
  'loadtest.sockets': 'Connections',
  'loadtest.sent': 'Sent',
  'loadtest.throttled': 'Held back',
  'loadtest.errors': 'Errors',
  'loadtest.trip': 'Round trip',
  'loadtest.error': 'no answer',

  // playfield
  'loadtest.rest': 'Idle',
  'loadtest.pausing': 'Paused',
  'loadtest.step': 'Step {step} of {steps}',
  'loadtest.order': '{sockets} connections a phone, {sendHz}/s each',
  'loadtest.bytes': '{bytes} bytes more',
  'loadtest.left': '{leftS} s to go',
  'loadtest.granted': 'the server grants {rate}/s',
  'loadtest.ended.done': 'All steps done, up to {sockets} connections a phone, {sendHz}/s each.',
  'loadtest.ended.trip':
    'Stopped at {sockets} connections, {sendHz}/s: round trip {value} ms (limit {limit}).',
  'loadtest.ended.loop':
    'Stopped at {sockets} connections, {sendHz}/s: loop delay {value} ms (limit {limit}).',
  'loadtest.ended.dropped':
    'Stopped at {sockets} connections, {sendHz}/s: {value} % dropped (limit {limit}).',
  'loadtest.ended.paused': 'Stopped at {sockets} connections, {sendHz}/s: paused for ten minutes.',
  'loadtest.ended.throttled': 'From step {step} on, the server granted less.',
  'loadtest.report':
    '{phones} phones, {sockets} extra connections, {sent} sent, {throttled} held back, {errors} errors',
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
