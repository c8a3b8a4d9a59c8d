/** The texts of the remote in German. */
export default {
  'remote.title': 'Fernbedienung',
  'remote.presenter': 'Vortrag',
  'remote.moderator': 'Moderation',
  'remote.connecting': 'Wird verbunden …',
  'remote.on': 'Verbunden',
  'remote.lost': 'Verbindung verloren. Neuer Versuch …',
  'remote.keyless': 'Öffne die Fernbedienung mit ihrem Link aus der Regie oder mit dem QR-Code dort.',
  'remote.back': 'Zurück zu {title}',
  'remote.nothing': 'In diesem Spiel gibt es nichts zu drücken.',
  'remote.nothing.moderator': 'In diesem Spiel gibt es für die Moderation nichts zu tun.',
  'remote.broken': 'Die Fernbedienung dieses Spiels ist ausgefallen. Ihre einfachen Tasten springen ein.',
  'remote.unanswered': 'Keine Antwort. Bitte noch einmal versuchen.',
  'remote.sure': '{action}: ganz sicher?',
  'remote.cancel': 'Abbrechen',
};
