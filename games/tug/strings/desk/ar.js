/** The texts that operators and presenters read in Arabic. */
export default {
  'game.title': 'شد الحبل',
  'game.summary': 'انقروا بأقصى سرعة: يفوز الفريق الذي يسحب أكثر لكل شخص.',
  'set.weight': 'وزن الحبل',
  'set.seconds': 'مدة السحب',
  'set.countdown': 'العد التنازلي',
  'do.again': 'السحب مرة أخرى',
  'rope under tension': 'الحبل مشدود',
  'Pull again': 'السحب مرة أخرى',
};
