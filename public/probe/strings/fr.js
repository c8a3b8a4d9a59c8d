/** The probe page in French. */

export default {
  'probe.title': 'Essai',
  'probe.asking': 'Le serveur est interrogé …',
  'probe.reached': 'Ce téléphone atteint le spectacle',
  'probe.stay': 'La régie l’a coché. Gardez cette page ouverte jusqu’au dernier rang et regardez le temps.',
  'probe.old': 'Ce code est ancien',
  'probe.lost': 'Le serveur ne répond pas',
  'probe.lost.help':
    'Ce téléphone est-il encore dans le wifi du spectacle ? Un nouvel essai a lieu chaque seconde.',
  'probe.address': 'Adresse',
  'probe.rtt': 'Aller-retour',
  'probe.secure': 'HTTPS',
  'probe.motion': 'Inclinaison',
  'probe.motion.yes': 'possible',
  'probe.motion.ask': 'demande d’abord',
  'probe.motion.no': 'toucher à la place',
  'probe.socket': 'WebSocket',
  'probe.yes': 'oui',
  'probe.no': 'non',
  'This code is no longer valid. Scan the one in the control panel again.':
    'Ce code n’est plus valable. Scannez de nouveau celui de la régie.',
};
