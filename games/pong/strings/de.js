export default {
  // playfield
  'pong.join': 'Macht mit!',
  'pong.gone': 'Alle weg :-(',
  'pong.players': '{count} spielen',
  'pong.players_one': '1 spielt ganz allein',
  'pong.scan': 'Code unten scannen: Euer Handy ist der Schläger',
  'pong.rally': 'Ballwechsel {rally} – Rekord {record}',
  'pong.record': 'Rekord {record}',
  'pong.record.new': 'Neuer Rekord!',
  'pong.corner': 'Kante!',
  'pong.still': '{count} ruhen',
  'pong.house': 'Das Haus\nspielt',
  'pong.serve': 'Bereit?',
  'pong.paused': 'Pause',
  'pong.warm.side': '{team}:',
  'pong.warm.up': 'alle hoch!',
  'pong.warm.down': 'alle runter!',
};
