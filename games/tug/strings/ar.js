/** The texts of phones and screens in Arabic. */
export default {
  'Pull!': 'اسحبوا!',
  'Ready?': 'مستعدون؟',
  'Tap like mad!': 'انقروا بلا توقف!',
  'Neck and neck': 'المنافسة متقاربة',
  'Your side is ahead': 'فريقك متقدم',
  'Your side is behind: faster!': 'فريقك متأخر: أسرعوا!',
  'A draw!': 'تعادل!',
  'You won!': 'فزتم!',
  'So close!': 'كنتم قريبين جدًا!',
};
