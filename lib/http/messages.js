/** The pages that replace a page that does not exist or cannot be sent, in the reader's language. They have no scripts. */

/** @import { Request } from 'express' */

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { LANGUAGES, directionOf } from '../../public/shared/languages.js';

const TEMPLATE = fileURLToPath(new URL('../../public/message/message.html', import.meta.url));
const TAGS = Object.keys(LANGUAGES);

/** Each text stands beside the others of its kind, because that is all that these pages say. */
const WORDS = Object.freeze({
  notFound: {
    en: [
      'This page is not here',
      'Compare the address with the one on the big screen, or go to the start.',
      'Join the show',
    ],
    de: [
      'Diese Seite gibt es nicht',
      'Vergleiche die Adresse mit der auf der Leinwand, oder geh zum Anfang.',
      'Zur Show',
    ],
    fr: [
      'Cette page n’existe pas',
      'Comparez l’adresse avec celle du grand écran, ou revenez au début.',
      'Rejoindre le spectacle',
    ],
    es: [
      'Esta página no existe',
      'Compara la dirección con la de la pantalla grande, o vuelve al principio.',
      'Unirse al espectáculo',
    ],
    ar: [
      'هذه الصفحة غير موجودة',
      'قارن العنوان بما يظهر على الشاشة الكبيرة، أو عد إلى البداية.',
      'انضم إلى العرض',
    ],
  },
  busy: {
    en: ['One moment', 'Very many pages are being loaded. This one loads again in a few seconds.', ''],
    de: [
      'Einen Moment',
      'Gerade werden sehr viele Seiten geladen. Diese lädt in ein paar Sekunden noch einmal.',
      '',
    ],
    fr: [
      'Un instant',
      'De très nombreuses pages se chargent en ce moment. Celle-ci se rechargera dans quelques secondes.',
      '',
    ],
    es: [
      'Un momento',
      'Se están cargando muchísimas páginas. Esta se cargará de nuevo en unos segundos.',
      '',
    ],
    ar: ['لحظة من فضلك', 'يجري تحميل صفحات كثيرة جدًا. ستُحمَّل هذه الصفحة مجددًا خلال ثوانٍ.', ''],
  },
});

/** @typedef {keyof typeof WORDS} Message */

/** @returns {(name: Message, request: Request) => string} the page; made once for each language */
export function createMessages() {
  const template = readFileSync(TEMPLATE, 'utf8');
  /** @type {Map<string, string>} */
  const pages = new Map();
  for (const [name, byTag] of Object.entries(WORDS))
    for (const [tag, [title = '', text = '', go = '']] of Object.entries(byTag))
      pages.set(`${name} ${tag}`, fill(template, { lang: tag, dir: directionOf(tag), title, text, go }));
  return (name, request) => String(pages.get(`${name} ${request.acceptsLanguages(...TAGS) || 'en'}`));
}

/** A link without words is left out. @param {string} template @param {Record<string, string>} values */
function fill(template, values) {
  const whole = values['go'] ? template : template.replace(/\n *<p><a .*<\/a><\/p>/, '');
  return whole.replace(/\{(\w+)\}/g, (_place, name) => values[name] ?? '');
}
