export default {
  // phone
  'lobby.tap': 'Tap!',
  'lobby.here': '{count} people are here',
  'lobby.here_one': 'You’re the first one here',
  'lobby.wait': 'It starts soon. Light up the big screen.',

  // playfield
  'lobby.hello': 'Good to see you!',
  'lobby.call': 'Take your phone: every tap is a spark up here',
  'lobby.taps': '{taps} sparks so far',
  'lobby.taps_one': '1 spark so far',
  'lobby.step.scan': 'Point your\ncamera at\nthe code',
  'lobby.step.tap': 'Then tap\nand make\nlight',
};
