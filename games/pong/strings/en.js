export default {
  // playfield
  'pong.join': 'please join!',
  'pong.gone': 'Everyone’s gone :-(',
  'pong.players': '{count} players',
  'pong.players_one': '1 lonely player',
  'pong.scan': 'Scan the code below: your phone is the paddle',
  'pong.rally': 'Rally {rally} – record {record}',
  'pong.record': 'Record {record}',
  'pong.record.new': 'New record!',
  'pong.corner': 'Corner!',
  'pong.still': '{count} rest',
  'pong.house': 'The house\nplays',
  'pong.serve': 'Ready?',
  'pong.paused': 'Paused',
  'pong.warm.side': '{team} side:',
  'pong.warm.up': 'all up!',
  'pong.warm.down': 'all down!',
};
