export default {
  // both
  'swarm.do.fly': 'You’re a light. Fly!',
  'swarm.do.idle': 'Steer your light with your phone',
  'swarm.do.gather': 'Fly into the ring!',
  'swarm.do.paint': 'Paint the wall!',
  'swarm.do.follow': 'Follow the leader',
  'swarm.do.wave': 'The wave is coming',
  'swarm.do.pixels': 'Hold your phones up!',
  'swarm.do.patterns': 'Watch the swarm',
  'swarm.do.tune': 'Tap with the flash',

  // phone
  'swarm.lead': 'You lead! All follow you.',
  'swarm.pad': 'Steer your light: drag from the middle, or use the arrow keys',
  'swarm.map': 'Where your light is',
  'swarm.find': 'Where am I?',
  'swarm.tilt': 'Tilt',
  'swarm.tilt.needs-https': 'Tilting needs a secure page (https). Use your thumb.',
  'swarm.tilt.denied': 'Tilting was not allowed. Use your thumb.',
  'swarm.tilt.missing': 'This phone has no tilt sensor. Use your thumb.',
  'swarm.hold': 'Turn your screen bright and hold it up.',
  'swarm.row': 'Row',
  'swarm.seat': 'Seat',
  'swarm.tap': 'Tap',
  'swarm.taps': 'Tap each time the big screen flashes: {count} of 5',
  'swarm.tuned': 'In time: {ms} ms. Go on, it gets better.',

  // playfield
  'swarm.empty': 'Scan the code below: your phone is a light',
  'swarm.lights': '{lights} lights',
  'swarm.lights_one': '1 light',
  'swarm.inside': '{inside} of {active} are in',
  'swarm.gathered': 'All in!',
  'swarm.painted': '{share}% painted',
  'swarm.full': 'Done! What a wall.',
  'swarm.leads': '{name} leads',
};
