/** Swear words are found in whatever dress they come, and names of people and things are not taken for them. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hasSwearing } from '../lib/swearing.js';

// cspell:disable
const SWEARING = {
  English: ['fuck', 'n1gger', 'sh1t', 'fuck!'],
  German: [
    'Arschloch',
    'ARSCHLÖCHER',
    'Riesenarschloch',
    'Scheiße',
    'scheisse',
    'ficken',
    'Nutten',
    'Wichser!!',
  ],
  French: ['merde', 'Merdeux', 'putain', 'enculé', 'pédé', 'fils de pute', 'Salope!'],
  Spanish: ['gilipollas', 'putas', 'puta!', 'cabrón'],
  Arabic: ['شرموطة', 'الشرموطة', 'يا عـرص'],
  'digits and signs': ['4rschl0ch', 'c0nnard', 'f*ck'],
  'look-alikes': ['ѕhit', 'fıck'],
  'letters apart': ['F.u.c.k you', 'A r s c h', 'P.u.t.a'],
  'letters in a row': ['Fiiiick dich', 'mierdaaa', 'conaaard'],
};
for (const [kind, texts] of Object.entries(SWEARING))
  test(`swearing is found: ${kind}`, () =>
    assert.deepEqual(
      texts.filter((text) => !hasSwearing(text)),
      [],
    ));

const HARMLESS = {
  names: [
    'Ada Lovelace',
    'Max Planck',
    'J. R. R. Tolkien',
    'Dickens',
    'Picard',
    'Pissarro',
    'Mascha',
    'Schiller',
    'محمد',
    'فاطمة',
    'فرج',
  ],
  places: ['Scunthorpe', 'Assam', 'Arsenal', 'Puteaux', 'Titicaca', 'Pisa', 'Essex'],
  'words that are others elsewhere': [
    'Bitte',
    'Con amore',
    'Sound bite',
    'Trio',
    'Martillo',
    'Fin de semana',
    'Mist',
  ],
  'words with others in them': [
    'disputa',
    'Reputation',
    'Schwanensee',
    'Kakadu',
    'Computadora',
    'Salopette',
    'Kinderwagen',
    'Analyst',
  ],
  'letters and figures': ['A.B.C', 'U.S.A.', 'O.K.', '1 2 3 4', '2 + 2', 'Wow!!!', 'Hello!'],
};
for (const [kind, texts] of Object.entries(HARMLESS))
  test(`no swearing is seen in ${kind}`, () => assert.deepEqual(texts.filter(hasSwearing), []));
