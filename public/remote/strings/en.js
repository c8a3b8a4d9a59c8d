/** The texts of the remote in English. */
export default {
  'remote.title': 'Remote',
  'remote.presenter': 'Presenter',
  'remote.moderator': 'Moderator',
  'remote.connecting': 'Connecting …',
  'remote.on': 'Connected',
  'remote.lost': 'Connection lost. Trying again …',
  'remote.keyless': 'Open the remote by its link in the control panel, or by the QR code there.',
  'remote.back': 'Back to {title}',
  'remote.nothing': 'There is nothing to press in this game.',
  'remote.nothing.moderator': 'In this game there is nothing for moderators to do.',
  'remote.broken': 'The remote of this game stopped. Its plain buttons stand in.',
  'remote.unanswered': 'No answer. Please try again.',
  'remote.sure': '{action}: are you sure?',
  'remote.cancel': 'Cancel',
};
