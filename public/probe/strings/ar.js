/** The probe page in Arabic. */

export default {
  'probe.title': 'اختبار',
  'probe.asking': 'جارٍ سؤال الخادم …',
  'probe.reached': 'هذا الهاتف يصل إلى العرض',
  'probe.stay': 'وُضعت العلامة في لوحة التحكم. امشِ إلى الصف الأخير وهذه الصفحة مفتوحة، وراقب الزمن.',
  'probe.old': 'هذا الرمز قديم',
  'probe.lost': 'الخادم لا يجيب',
  'probe.lost.help': 'هل ما زال هذا الهاتف في شبكة العرض؟ تُعاد المحاولة كل ثانية.',
  'probe.address': 'العنوان',
  'probe.rtt': 'ذهابًا وإيابًا',
  'probe.secure': 'HTTPS',
  'probe.motion': 'الإمالة',
  'probe.motion.yes': 'متاحة',
  'probe.motion.ask': 'تستأذن أولًا',
  'probe.motion.no': 'اللمس بدلًا منها',
  'probe.socket': 'WebSocket',
  'probe.yes': 'نعم',
  'probe.no': 'لا',
  'This code is no longer valid. Scan the one in the control panel again.':
    'لم يعد هذا الرمز صالحًا. امسح الرمز الذي في لوحة التحكم من جديد.',
};
