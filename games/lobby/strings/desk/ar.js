/** The texts that operators and presenters read in Arabic. */
export default {
  'game.title': 'البهو',
  'game.summary': 'يصل الحضور، فتضيء أسماؤهم ونقراتهم الشاشة الكبيرة.',
  'set.headline': 'العنوان',
  'set.headline.about': 'فارغ: عبارة ترحيب',
};
