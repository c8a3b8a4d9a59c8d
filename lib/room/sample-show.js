/** The show that ships: an evening of half an hour, in the reader's language, to be played as it is or to be changed. */

/** @import { CueWish } from '../contract/run-sheet.js' */

/**
 * The words of each cue: its title, and the notes for the host. The last one is also the headline on the screen.
 * @typedef {Record<'show' | 'welcome' | 'quiz' | 'pong' | 'again' | 'tug' | 'end', readonly [title: string, notes?: string]>} Words
 * @type {Record<string, Words>}
 */
const WORDS = {
  en: {
    show: ['A pub evening'],
    welcome: ['Welcome', 'Doors are open. Say how to join: point the camera at the code, no app.'],
    quiz: ['Quiz, first half', 'Six questions, then pong. The quiz waits where you leave it.'],
    pong: ['Pong', 'Left against right. Everybody’s finger counts a little.'],
    again: ['Quiz, second half', 'It goes on with the next question, and all points are still there.'],
    tug: ['Tug of war', 'Tap as fast as you can. Play it twice if they want their revenge.'],
    end: ['Good night, and thank you!', 'The winner of the quiz gets the last word.'],
  },
  de: {
    show: ['Ein Kneipenabend'],
    welcome: ['Willkommen', 'Die Türen sind offen. Sag, wie man mitspielt: Kamera auf den Code, keine App.'],
    quiz: ['Quiz, erste Hälfte', 'Sechs Fragen, dann Pong. Das Quiz wartet dort, wo du es verlässt.'],
    pong: ['Pong', 'Links gegen rechts. Jeder Finger zählt ein bisschen.'],
    again: ['Quiz, zweite Hälfte', 'Es geht mit der nächsten Frage weiter, alle Punkte sind noch da.'],
    tug: ['Tauziehen', 'Tippt, so schnell ihr könnt. Noch einmal, wenn sie Revanche wollen.'],
    end: ['Gute Nacht und danke!', 'Wer das Quiz gewonnen hat, bekommt das letzte Wort.'],
  },
  fr: {
    show: ['Une soirée au bar'],
    welcome: [
      'Bienvenue',
      'Les portes sont ouvertes. Dites comment jouer : la caméra sur le code, sans appli.',
    ],
    quiz: ['Quiz, première partie', 'Six questions, puis pong. Le quiz attend là où vous le laissez.'],
    pong: ['Pong', 'La gauche contre la droite. Chaque doigt compte un peu.'],
    again: ['Quiz, seconde partie', 'Il reprend à la question suivante, tous les points sont encore là.'],
    tug: ['Tir à la corde', 'Tapez aussi vite que possible. Une revanche, si la salle la demande.'],
    end: ['Bonne nuit et merci !', 'Qui a gagné le quiz a le dernier mot.'],
  },
  es: {
    show: ['Una noche de bar'],
    welcome: ['Bienvenida', 'Las puertas están abiertas. Di cómo se juega: la cámara al código, sin app.'],
    quiz: ['Quiz, primera parte', 'Seis preguntas y luego pong. El quiz espera donde lo dejes.'],
    pong: ['Pong', 'Izquierda contra derecha. Cada dedo cuenta un poco.'],
    again: ['Quiz, segunda parte', 'Sigue con la pregunta siguiente, y todos los puntos siguen ahí.'],
    tug: ['Tirar de la cuerda', 'Tocad tan rápido como podáis. Otra vez, si quieren la revancha.'],
    end: ['¡Buenas noches y gracias!', 'Quien ganó el quiz tiene la última palabra.'],
  },
  ar: {
    show: ['أمسية في المقهى'],
    welcome: ['أهلاً وسهلاً', 'الأبواب مفتوحة. اشرح طريقة الانضمام: وجّه الكاميرا إلى الرمز، بلا تطبيق.'],
    quiz: ['المسابقة، النصف الأول', 'ستة أسئلة ثم بونغ. تنتظر المسابقة حيث تتركها.'],
    pong: ['بونغ', 'اليسار ضد اليمين. لكل إصبع أثر صغير.'],
    again: ['المسابقة، النصف الثاني', 'تستمر من السؤال التالي، وكل النقاط ما زالت هناك.'],
    tug: ['شد الحبل', 'اضغطوا بأسرع ما يمكن. ومرة أخرى إن أرادوا الثأر.'],
    end: ['تصبحون على خير وشكراً!', 'الكلمة الأخيرة لمن فاز بالمسابقة.'],
  },
};

/**
 * @param {string} language two letters; English stands in for one that is not here
 * @param {(gameId: string, document: { id: string, title: string }) => { id: string, title: string }} findDocument
 * @returns {{ title: string, cues: CueWish[] }}
 */
export function sampleShow(language, findDocument) {
  const lang = Object.hasOwn(WORDS, language) ? language : 'en';
  const words = /** @type {Words} */ (WORDS[lang]);
  /** @param {keyof Words} name @param {CueWish} cue @returns {CueWish} */
  const cue = (name, { gameId, ...more }) => {
    const [title, notes = ''] = words[name];
    return { gameId, title, notes, ...more };
  };
  const [thanks] = words.end;
  const pack = findDocument('quiz', { id: `shipped-quiz-world-${lang}`, title: '' });
  return {
    title: words.show[0],
    cues: [
      cue('welcome', { gameId: 'lobby', plannedS: 600, returns: true, settings: { headline: '' } }),
      cue('quiz', {
        gameId: 'quiz',
        plannedS: 480,
        document: pack,
        settings: { pace: 'question', stopAfter: 6 },
      }),
      cue('pong', { gameId: 'pong', plannedS: 300 }),
      cue('again', { gameId: 'quiz', plannedS: 480, returns: true, settings: { stopAfter: 0 } }),
      cue('tug', { gameId: 'tug', plannedS: 180 }),
      cue('end', { gameId: 'lobby', settings: { headline: thanks } }),
    ],
  };
}
