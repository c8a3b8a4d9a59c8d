/** Which keys the panel takes, and which it leaves to a field or a button. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gameNumberOf, keycap } from '../../control-panel/parts/hotkeys.js';
import { healthOfLoad, worst } from '../../control-panel/parts/health.js';
import { lacksSensors } from '../../control-panel/parts/sensors.js';
import {
  actionOf,
  arrowKey,
  clickerKey,
  isCharacter,
  isCommand,
  keyOf,
  keysOf,
} from '../../public/shared/keys.js';

const BODY = { tagName: 'BODY' };
/** @param {string} key @param {object} [target] what has the focus @param {object} [more] */
const press = (key, target = BODY, more = {}) => isCommand({ key, target, ...more });

test('text fields keep all keys, other fields keep those they understand', () => {
  assert.equal(press('q'), true);
  assert.equal(press('q', { tagName: 'INPUT', type: 'text' }), false);
  assert.equal(press('q', { tagName: 'INPUT', type: 'number' }), false);
  assert.equal(press('q', { tagName: 'INPUT', type: 'range' }), true);
  assert.equal(press('ArrowUp', { tagName: 'INPUT', type: 'range' }), false);
  assert.equal(press('q', { tagName: 'SELECT' }), false);
  assert.equal(press('q', { tagName: 'P', isContentEditable: true }), false);
});

test('a focused button keeps Space and Enter', () => {
  assert.equal(press(' '), true);
  assert.equal(press(' ', { tagName: 'BUTTON' }), false);
  assert.equal(press('r', { tagName: 'BUTTON' }), true);
});

test("the browser's own shortcuts are left alone", () => {
  assert.equal(press('r', undefined, { ctrlKey: true }), false);
  assert.equal(press('r', undefined, { metaKey: true }), false);
});

test('Shift and a digit choose a game by the place of the key', () => {
  assert.equal(gameNumberOf({ code: 'Digit1', shiftKey: true }), 0);
  assert.equal(gameNumberOf({ code: 'Digit9', shiftKey: true }), 8);
  assert.equal(gameNumberOf({ code: 'Digit0', shiftKey: true }), -1);
  assert.equal(gameNumberOf({ code: 'Digit1', shiftKey: false }), -1);
});

test('a key finds its action, capitals too', () => {
  const actions = { serve: { key: 'r' }, pause: { key: ' ' }, mute: {} };
  assert.equal(actionOf(actions, 'R'), 'serve');
  assert.equal(actionOf(actions, ' '), 'pause');
  assert.equal(actionOf(actions, 'x'), undefined);
});

test('an action may have several keys, whatever their case', () => {
  const actions = { back: { key: 'ArrowLeft' }, next: { key: ['ArrowRight', 'Home', ' '] } };
  for (const key of ['ArrowRight', 'Home', 'home', ' ']) assert.equal(actionOf(actions, key), 'next');
  assert.equal(actionOf(actions, 'ArrowLeft'), 'back');
  assert.deepEqual(keysOf(actions.next), ['arrowright', 'home', ' ']);
  assert.deepEqual(keysOf({}), []);
});

test('keycaps show what is printed on the key', () => {
  assert.deepEqual(
    ['r', ' ', ',', 'arrowup'].map((key) => keycap(key, 'Space')),
    ['R', 'Space', ',', '↑'],
  );
});

test('clickers mean the same in every game; Space goes on where the game has no use for it', () => {
  const actions = { pause: { key: ' ' } };
  const meant = ['PageDown', 'Enter', 'PageUp', 'b', 'B', '.', 'c', 'constructor'].map((key) =>
    clickerKey(key, actions),
  );
  assert.deepEqual(meant, ['next', 'next', 'back', 'dark', 'dark', 'dark', null, null]);
  assert.equal(clickerKey(' ', actions), null);
  assert.equal(clickerKey(' ', {}), 'next');
  assert.deepEqual(['b', '.', ' ', 'ß', 'PageUp', 'Enter'].map(isCharacter), [
    true,
    true,
    true,
    true,
    false,
    false,
  ]);
});

test('arrows are steps at the screen where the game has no use for them', () => {
  const steps = (/** @type {Parameters<typeof arrowKey>[1]} */ actions) =>
    ['ArrowRight', 'ArrowDown', 'ArrowLeft', 'ArrowUp', 'x'].map((key) => arrowKey(key, actions));
  assert.deepEqual(steps({}), ['next', 'next', 'back', 'back', null]);
  assert.deepEqual(steps({ jump: { key: 'ArrowUp' } }), ['next', 'next', 'back', null, null]);
});

test('a key is found by its place where the layout has no Latin letter there', () => {
  for (const [key, code, meant] of /** @type {const} */ ([
    ['и', 'KeyB', 'b'],
    ['И', 'KeyB', 'b'],
    ['ю', 'Period', '.'],
    ['נ', 'KeyB', 'b'],
    ['ิ', 'KeyB', 'b'],
    ['١', 'Digit1', '1'],
    // French and German letters are where their layouts have them.
    ['a', 'KeyQ', 'a'],
    ['z', 'KeyY', 'z'],
    ['ä', 'Quote', 'ä'],
    [':', 'Period', ':'],
    ['PageDown', 'PageDown', 'PageDown'],
    [' ', 'Space', ' '],
  ]))
    assert.equal(keyOf({ key, code }), meant, `${key} at ${code}`);
});

test('the light is as bad as the worst of what it stands for', () => {
  assert.equal(worst('well', healthOfLoad({ pressure: 0.5, hardForMs: 0 })), 'well');
  assert.equal(worst('well', healthOfLoad({ pressure: 0.95, hardForMs: 0 })), 'busy');
  assert.equal(worst('busy', healthOfLoad({ pressure: 1.4, hardForMs: 300 })), 'jammed');
});

test('sensors are lacked over plain HTTP, elsewhere than on this machine, and only where they are wanted', () => {
  const tilt = { sensors: ['tilt', 'true'] };
  assert.equal(lacksSensors(tilt, 'tilt', 'http://192.168.1.20:8080'), true);
  assert.equal(lacksSensors(tilt, true, 'http://play.local'), true);
  assert.equal(lacksSensors(tilt, 'tilt', 'https://192.168.1.20:8443'), false);
  assert.equal(lacksSensors(tilt, 'tilt', 'http://localhost:8080'), false);
  assert.equal(lacksSensors(tilt, 'votes', 'http://192.168.1.20:8080'), false);
  assert.equal(lacksSensors({}, 'tilt', 'http://192.168.1.20:8080'), false);
  assert.equal(lacksSensors(tilt, 'tilt', ''), false);
});
