/** Four phones at the author's desk: the page of a phone in a frame each, with a condition. */

import { html } from 'htm/preact';
import { useEffect, useRef, useState } from 'preact/hooks';

const SEATS = [1, 2, 3, 4];
/** The width of a phone, as desk.css has it. */
const WIDTH_PX = 390;
const GAPS_PX = 36;
const CONDITIONS = ['awake', 'asleep', 'offline', 'late', 'slow'];

/** They stay as they are when another game is on. */
export function Phones() {
  const root = useRef(/** @type {HTMLElement | null} */ (null));
  useEffect(() => {
    const section = /** @type {HTMLElement} */ (root.current);
    const fit = new ResizeObserver(([entry]) => {
      const width = (Number(entry?.contentRect.width) - GAPS_PX) / SEATS.length;
      section.style.setProperty('--small', String(width / WIDTH_PX));
    });
    fit.observe(section);
    return () => fit.disconnect();
  }, []);
  return html`<section ref=${root} class="section desk-phones" aria-label="Phones">
    ${SEATS.map((seat) => html`<${Phone} key=${seat} address=${`/desk/phones/${seat}`} seat=${seat} />`)}
  </section>`;
}

/** @param {{ address: string, seat: number }} props */
function Phone({ address, seat }) {
  const frame = useRef(/** @type {HTMLIFrameElement | null} */ (null));
  const [condition, setCondition] = useState('awake');
  const send = () =>
    frame.current?.contentWindow?.dispatchEvent(new CustomEvent('desk-condition', { detail: condition }));
  useEffect(() => void send(), [condition]);
  return html`<figure class="desk-phone" data-condition=${condition}>
    <div><iframe ref=${frame} src=${address} title=${`Phone ${seat}`} onLoad=${send}></iframe></div>
    <select
      aria-label=${`Condition of phone ${seat}`}
      value=${condition}
      onChange=${(/** @type {{ currentTarget: HTMLSelectElement }} */ { currentTarget }) => setCondition(currentTarget.value)}
    >
      ${CONDITIONS.map((one) => html`<option key=${one}>${one}</option>`)}
    </select>
  </figure>`;
}
