import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { loadGameStrings, pickLanguage, translator } from '../../public/shared/i18n.js';

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
      ['nobody', 'one person', '2 people', '1000 people'],
    );
    assert.deepEqual(
      [0, 1].map((count) => t('rests', { count })),
      ['0 rest', '1 rests'],
    );
  });
});

describe('pickLanguage', () => {
  const cases = /** @type {[string, string[], string][]} */ ([
    ['', ['de-AT', 'en'], 'de'],
    ['', ['fr', 'de'], 'de'],
    ['', ['fr', 'ja'], 'en'],
    ['', [], 'en'],
    ['?lang=en', ['de'], 'en'],
    ['?lang=DE', ['en'], 'de'],
    ['?lang=xx', ['de'], 'de'],
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
  const t = await loadGameStrings({ id: 'tug', files: { strings: [] } }, 'en', base);
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
  const card = { id: 'drum', teamTitles: { left: 'Lefties', bass: 'Double bass' }, files: { strings: [] } };
  const t = await loadGameStrings(card, 'en', base);
  const teams = ['left', 'right', 'bass', 'snare'].map((team) => t(`team.${team}`));
  assert.deepEqual(teams, ['Lefties', 'Right', 'Double bass', 'Snare']);
});
