/** The probe page in Spanish. */

export default {
  'probe.title': 'Prueba',
  'probe.asking': 'Preguntando al servidor …',
  'probe.reached': 'Este teléfono llega al espectáculo',
  'probe.stay':
    'El panel ya lo ha marcado. Camina hasta la última fila con esta página abierta y mira el tiempo.',
  'probe.old': 'Este código es antiguo',
  'probe.lost': 'El servidor no responde',
  'probe.lost.help': '¿Sigue este teléfono en el wifi del espectáculo? Se intenta de nuevo cada segundo.',
  'probe.address': 'Dirección',
  'probe.rtt': 'Ida y vuelta',
  'probe.secure': 'HTTPS',
  'probe.motion': 'Inclinación',
  'probe.motion.yes': 'funciona',
  'probe.motion.ask': 'pregunta antes',
  'probe.motion.no': 'se toca en su lugar',
  'probe.socket': 'WebSocket',
  'probe.yes': 'sí',
  'probe.no': 'no',
  'This code is no longer valid. Scan the one in the control panel again.':
    'Este código ya no es válido. Escanea de nuevo el del panel de control.',
};
