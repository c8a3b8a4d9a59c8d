export default {
  // phone
  'lobby.tap': 'Tipp!',
  'lobby.here': '{count} Leute sind hier',
  'lobby.here_one': 'Außer dir ist noch niemand hier',
  'lobby.wait': 'Gleich geht es los. Bring die Leinwand zum Leuchten.',

  // playfield
  'lobby.hello': 'Schön, dass ihr da seid!',
  'lobby.call': 'Nehmt euer Handy: Jeder Tipp ist hier oben ein Funke',
  'lobby.taps': '{taps} Funken bis jetzt',
  'lobby.taps_one': '1 Funke bis jetzt',
  'lobby.step.scan': 'Kamera\nauf den\nCode halten',
  'lobby.step.tap': 'Dann tippen\nund Licht\nmachen',
};
