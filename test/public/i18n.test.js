/** The texts of a page: places, plurals and languages. */

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { directionOfText, loadGameStrings, pickLanguage, translator } from '../../public/shared/i18n.js';
import { localeOf } from '../../public/shared/languages.js';
import { pseudo } from '../../public/shared/pseudo.js';

describe('translator', () => {
  const t = translator({
    plain: 'Hello',
    places: '{name} of {team}, {name}!',
    people: '{count} people',
    people_one: 'one person',
    people_none: 'nobody',
    rests: '{count} rest',
    rests_one: '{count} rests',
  });

  test('gives the text of a key, and a key without text as it is', () => {
    assert.equal(t('plain'), 'Hello');
    assert.equal(t('Pull!'), 'Pull!');
  });

  test('fills in places, each as often as it stands there', () => {
    assert.equal(t('places', { name: 'Ada', team: 'Left' }), 'Ada of Left, Ada!');
    assert.equal(t('Hello {name}', { name: 'Ada' }), 'Hello Ada', 'also where the key is the text');
    assert.equal(t('places', { name: 0, team: '' }), '0 of , 0!', 'with zero and the empty text too');
  });

  test('leaves a place without a value, so that it is seen', () => {
    assert.equal(t('places', { name: 'Ada' }), 'Ada of {team}, Ada!');
    assert.equal(t('people'), '{count} people');
  });

  test('a value is taken as it is, whatever it looks like', () => {
    assert.equal(t('places', { name: '{team}', team: '$&' }), '{team} of $&, {team}!');
  });

  test('has forms for one and for none, and does without', () => {
    assert.deepEqual(
      [0, 1, 2, 1000].map((count) => t('people', { count })),
      ['nobody', 'one person', '2 people', '1,000 people'],
    );
    assert.deepEqual(
      [0, 1].map((count) => t('rests', { count })),
      ['0 rest', '1 rests'],
    );
  });
});

describe('the grammar of each language', () => {
  const count = (/** @type {Record<string, string>} */ strings, /** @type {string} */ lang) => {
    const t = translator(strings, undefined, localeOf(lang));
    return (/** @type {number} */ n) => t('k', { count: n });
  };

  test('Arabic has six forms, and digits that clocks and scores have too', () => {
    const say = count(
      { k: '{count} o', k_none: 'n', k_one: '1', k_two: '2', k_few: '{count} f', k_many: '{count} m' },
      'ar',
    );
    assert.deepEqual([0, 1, 2, 3, 10, 11, 99, 100, 103, 1000].map(say), [
      'n',
      '1',
      '2',
      '3 f',
      '10 f',
      '11 m',
      '99 m',
      '100 o',
      '103 f',
      '1,000 o',
    ]);
  });

  test('French counts nothing as one, and parts thousands by narrow blanks', () => {
    const say = count({ k: '{count} voix', k_one: '{count} vote' }, 'fr');
    assert.deepEqual([0, 1, 2, 12_000].map(say), ['0 vote', '1 vote', '2 voix', '12\u202f000 voix']);
  });

  test('a name of the other direction is isolated, also from its own overrides', () => {
    const english = translator({ k: 'Hi {name}!' });
    assert.equal(english('k', { name: 'Ada' }), 'Hi Ada!');
    assert.equal(english('k', { name: 'أمل' }), 'Hi \u2068أمل\u2069!');
    assert.equal(english('k', { name: 'أ\u202eم' }), 'Hi \u2068أم\u2069!');
    const arabic = translator({ k: 'أهلا {name}' }, undefined, localeOf('ar'));
    assert.equal(arabic('k', { name: 'Ada (1)' }), 'أهلا \u2068Ada (1)\u2069');
  });
});

describe('sentences of the server', () => {
  const t = translator({
    'Too late.': 'Zu spät.',
    'Wait for {seconds} s.': 'Warte {seconds} s.',
    'You have {count} left.': 'Du hast noch {count}.',
    'You have {count} left._one': 'Du hast noch einen.',
    'Refused: {problem}': 'Abgelehnt: {problem}',
  });

  test('are translated with what stands in them, and a problem in a sentence too', () => {
    assert.equal(t('Too late.'), 'Zu spät.');
    assert.equal(t('Wait for 7 s.'), 'Warte 7 s.');
    assert.equal(t('You have 1 left.'), 'Du hast noch einen.');
    assert.equal(t('Refused: Wait for 7 s.'), 'Abgelehnt: Warte 7 s.');
  });

  test('that are not known stay as they are', () => {
    assert.equal(t('Wait for {seconds} s, please.'), 'Wait for {seconds} s, please.');
    assert.equal(t('Refused: it is (broken)'), 'Abgelehnt: it is (broken)');
  });
});

test('a painted text runs as its first letter does, and beside an arrow as the court does', (t) => {
  stub(t, 'document', { dir: 'rtl' });
  const ways = ['5 لاعبين', 'Ada!', '12 : 7', 'أمل ▶'].map(directionOfText);
  assert.deepEqual(ways, ['rtl', 'ltr', 'rtl', 'ltr']);
});

test('pseudo-localisation leaves places alone and makes texts longer', () => {
  assert.equal(pseudo('{count} of {of}'), '[!! {count} öƒ {of} ······!!]');
  assert.ok(pseudo('Join').length > 1.4 * 'Join'.length);
});

describe('pickLanguage', () => {
  const cases = /** @type {[string, string[], string][]} */ ([
    ['', ['de-AT', 'en'], 'de'],
    ['', ['ja', 'de'], 'de'],
    ['', ['fr-CA', 'de'], 'fr'],
    ['', ['zh', 'ja'], 'en'],
    ['', [], 'en'],
    ['?lang=en', ['de'], 'en'],
    ['?lang=DE', ['en'], 'de'],
    ['?lang=zz', ['de'], 'de'],
    ['?lang=xx', ['de'], 'xx'],
  ]);
  for (const [search, languages, wanted] of cases) {
    test(`${search || 'no wish'}, ${languages.join(' ') || 'no languages'}: ${wanted}`, (t) => {
      stub(t, 'location', { search });
      stub(t, 'navigator', { languages });
      assert.equal(pickLanguage(), wanted);
    });
  }
});

test('a game without texts uses those of the page', async () => {
  const base = translator({ 'team.left': 'Left' });
  const t = await loadGameStrings({ files: { phone: '/games/tug/phone.js', strings: [] } }, 'en', base);
  assert.equal(t('team.left'), 'Left');
  assert.equal(t('Pull!'), 'Pull!');
});

/** Stands in for a global that pages have and Node has not. @param {import('node:test').TestContext} t @param {string} name @param {object} value */
function stub(t, name, value) {
  const before = Object.getOwnPropertyDescriptor(globalThis, name);
  Object.defineProperty(globalThis, name, { value, configurable: true });
  t.after(() => {
    if (before) Object.defineProperty(globalThis, name, before);
    else Reflect.deleteProperty(globalThis, name);
  });
}

test("a game's titles for its teams stand before the page's, and its own strings before both", async () => {
  const base = translator({ 'team.left': 'Left', 'team.right': 'Right' });
  const files = { phone: '/games/drum/phone.js', strings: [] };
  const card = { teamTitles: { left: 'Lefties', bass: 'Double bass' }, files };
  const t = await loadGameStrings(card, 'en', base);
  const teams = ['left', 'right', 'bass', 'snare'].map((team) => t(`team.${team}`));
  assert.deepEqual(teams, ['Lefties', 'Right', 'Double bass', 'Snare']);
});
