/** The texts of phones and screens in Arabic. */
export default {
  'lobby.tap': 'انقروا!',
  'lobby.here': '{count} شخص هنا',
  'lobby.here_two': 'شخصان هنا',
  'lobby.here_few': '{count} أشخاص هنا',
  'lobby.here_many': '{count} شخصًا هنا',
  'lobby.here_one': 'أنتم أول الحاضرين',
  'lobby.wait': 'سنبدأ قريبًا. أضيئوا الشاشة الكبيرة.',
  'lobby.hello': 'أهلًا بكم!',
  'lobby.call': 'أمسكوا هواتفكم: كل نقرة شرارة هنا',
  'lobby.taps': '{taps} شرارة حتى الآن',
  'lobby.taps_two': 'شرارتان حتى الآن',
  'lobby.taps_few': '{taps} شرارات حتى الآن',
  'lobby.taps_many': '{taps} شرارة حتى الآن',
  'lobby.taps_one': 'شرارة واحدة حتى الآن',
  'lobby.step.scan': 'وجّهوا\nالكاميرا\nإلى الرمز',
  'lobby.step.tap': 'ثم انقروا\nواصنعوا\nالضوء',
};
