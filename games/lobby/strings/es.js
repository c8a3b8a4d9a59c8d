/** The texts of phones and screens in Spanish. */
export default {
  'lobby.tap': '¡Toca!',
  'lobby.here': 'Hay {count} personas aquí',
  'lobby.here_one': 'De momento solo estás tú',
  'lobby.wait': 'Empieza enseguida. Ilumina la pantalla grande.',
  'lobby.hello': '¡Qué bien que estés aquí!',
  'lobby.call': 'Toma tu teléfono: cada toque es una chispa aquí arriba',
  'lobby.taps': '{taps} chispas hasta ahora',
  'lobby.taps_one': '1 chispa hasta ahora',
  'lobby.step.scan': 'Apunta con\nla cámara\nal código',
  'lobby.step.tap': 'Luego toca\ny haz\nluz',
};
