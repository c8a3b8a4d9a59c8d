/** Draw: strokes of a finger, sent as a short text. */

/** @import { PhoneHost, SubmissionState } from '../../../lib/contract/pages.js' */
/** @import { Stroke } from '../../shared/strokes.js' */
/** @import { Draw, DrawOptions, PhonePart } from './types.js' */

import { h } from '../../shared/dom.js';
import { packStrokes, paintStrokes, simplify, unpackStrokes } from '../../shared/strokes.js';
import { arrowOf, createReport, createVoice, group, listen, partOf, place } from './parts.js';

const KEY_STEP = 0.04;
/** A phone shows so many lines; where each is sent as it ends, nothing else limits them. */
const MOST_STROKES = 400;
const within = (/** @type {number} */ share) => Math.min(1, Math.max(0, share));
const LOOK = `
.kit-draw { align-items: center; flex: 1 0 auto; }
.kit-paper { position: relative; flex: 1 1 auto; width: 100%; min-height: 12rem; }
.kit-paper canvas { position: absolute; inset: 0; margin: auto; border-radius: var(--radius); background: var(--night-2); box-shadow: inset 0 0 0 2px var(--line); cursor: crosshair; touch-action: none; }
.kit-tools { display: flex; flex-wrap: wrap; justify-content: center; gap: 10px; }
`;

/**
 * Lets a player draw on a square, also by arrows and Space. With `submit` a button sends the drawing by the durable
 * lane. Without, a game of levels is given the drawing so far, a game of events each stroke as it ends; one may be lost.
 */
export const draw = /** @type {Draw} */ (build);

/**
 * @param {HTMLElement} root
 * @param {PhoneHost} host
 * @param {DrawOptions & { submit?: string }} options
 * @returns {PhonePart}
 */
function build(root, host, options) {
  const { field, label = '', maxLength = 200, submit } = options;
  const { t } = host;
  const isEvent = submit === undefined && !host.hold;
  const voice = createVoice(host);
  const report = createReport(host, submit, show);
  const name = `${label || t(field)}. ${t('kit.draw')}`;
  const canvas = h('canvas', { tabindex: 0, role: 'application', 'aria-label': name });
  const pen = /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d'));
  const said = h('p', { class: 'kit-state', role: 'status' });
  const undo = button(t('kit.undo'), 'is-quiet', () => strokes.pop());
  const clear = button(t('kit.clear'), 'is-quiet', () => (strokes = []));
  const send = button(options.action ?? t('kit.send'), '', () => submit && host.submit(submit, messageOf()));
  send.hidden = submit === undefined;
  const tools = h('div', { class: 'kit-tools', hidden: isEvent }, undo, clear, send);
  const paper = h('div', { class: 'kit-paper' }, canvas);
  const element = group('kit-draw', label, {}, paper, said, tools, report.line);
  /** @type {Stroke[]} */
  let strokes = [];
  /** The stroke that is being drawn. @type {Stroke | null} */
  let stroke = null;
  /** The cross of the keyboard. */
  let cross = { x: 0.5, y: 0.5 };
  let isCrossShown = false;
  let isSending = false;

  /** @param {string} text @param {string} className @param {() => unknown} step */
  function button(text, className, step) {
    const made = h('button', { class: `kit-button ${className}`, type: 'button' }, text);
    listen(made, host, { click: () => (step(), changed()) });
    return made;
  }

  const messageOf = (part = strokes) => ({ [field]: packStrokes(part) });

  function paint() {
    const room = Math.min(paper.clientWidth, paper.clientHeight);
    const side = Math.round(room * devicePixelRatio);
    if (canvas.width !== side) canvas.width = canvas.height = side;
    canvas.style.width = canvas.style.height = `${room}px`;
    const style = getComputedStyle(canvas);
    pen.clearRect(0, 0, side, side);
    pen.strokeStyle = style.getPropertyValue('--ink');
    pen.lineWidth = side / 60;
    paintStrokes(pen, stroke ? [...strokes, stroke] : strokes, 0, 0, side);
    if (!isCrossShown) return;
    pen.strokeStyle = style.getPropertyValue('--accent');
    pen.lineWidth = side / 120;
    const [x, y, arm] = [cross.x * side, cross.y * side, side / 24];
    pen.strokeRect(x - arm / 2, y - arm / 2, arm, arm);
  }

  function changed() {
    undo.disabled = clear.disabled = strokes.length === 0;
    send.disabled = isSending || strokes.length === 0;
    said.textContent = strokes.length > 0 && !isEvent ? t('kit.strokes', { count: strokes.length }) : '';
    if (submit === undefined && host.hold) voice.say(messageOf());
    paint();
  }

  /** Ends the stroke; one that has no room in the text is left out, and the player is told. */
  function end() {
    if (!stroke) return;
    const line = simplify(stroke);
    const message = messageOf(isEvent ? [line] : [...strokes, line]);
    const isFitting = String(message[field]).length <= maxLength;
    stroke = null;
    if (isFitting) strokes = [...strokes, line].slice(-MOST_STROKES);
    if (isFitting && isEvent) voice.say(message);
    changed();
    if (!isFitting) said.textContent = t('kit.draw.full');
  }

  /** @param {PointerEvent} event */
  function pointOf({ clientX, clientY }) {
    const { left, top, width } = canvas.getBoundingClientRect();
    return { x: within((clientX - left) / width), y: within((clientY - top) / width) };
  }

  /** @param {KeyboardEvent} event */
  function onKey(event) {
    const way = arrowOf(event);
    const isPen = event.key === ' ' || event.key === 'Enter';
    if (!way && !isPen) return;
    event.preventDefault();
    isCrossShown = true;
    if (way) cross = { x: within(cross.x + way[0] * KEY_STEP), y: within(cross.y - way[1] * KEY_STEP) };
    if (way) stroke?.push(cross);
    else if (stroke) end();
    else {
      stroke = [cross];
      said.textContent = t('kit.pen.down');
    }
    paint();
  }

  /** @param {SubmissionState} submission */
  function show({ state, value }) {
    const sent = unpackStrokes(value[field]);
    isSending = state === 'saving' || state === 'not-saved';
    if (state === 'refused' && strokes.length === 0) strokes = sent;
    // Lines that were drawn meanwhile stay.
    if (state === 'saved') strokes = strokes.slice(sent.length);
    changed();
  }

  listen(canvas, host, {
    pointerdown(event) {
      if (event.button !== 0 || stroke) return;
      canvas.setPointerCapture(event.pointerId);
      isCrossShown = false;
      stroke = [pointOf(event)];
      paint();
    },
    pointermove(event) {
      if (!canvas.hasPointerCapture(event.pointerId)) return;
      stroke?.push(pointOf(event));
      paint();
    },
    lostpointercapture: end,
    keydown: onKey,
    blur: end,
  });
  const observer = new ResizeObserver(paint);
  observer.observe(paper);
  host.signal.addEventListener('abort', () => observer.disconnect(), { once: true });
  place(root, element, LOOK);
  changed();
  if (submit === undefined) voice.forget();
  report.resume();

  return partOf({
    ...{ element, voice, submit, optional: options.optional, report },
    cleared() {
      strokes = [];
      changed();
    },
  });
}
