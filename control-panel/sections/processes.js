/** The processes of a show that has several: which there are, how many phones each has, and how it is doing. */

import { html } from 'htm/preact';
import { BUSY_MS, JAMMED_MS } from '../parts/health.js';
import { integer, share, short, timeOfDay } from '../parts/format.js';
import { t } from '../parts/texts.js';
import { status } from '../session/session.js';

/** @import { ProcessCard } from '../../lib/contract/readings.js' */

/** Shows nothing where there is one process, because the rest of the panel is about that one. */
export function Processes() {
  const { processes = [], allProcesses } = status.value ?? {};
  if (processes.length < 2 || !allProcesses) return null;
  return html`<details class="processes" open>
    <summary>${t('panel.processes')} <b>${integer(processes.length)}</b></summary>
    <table>
      <thead>
        <tr>
          <th scope="col">${t('panel.processes.process')}</th>
          <th scope="col">${t('panel.processes.phones')}</th>
          <th scope="col" title=${t('panel.processes.delay.help')}>${t('panel.processes.delay')}</th>
          <th scope="col">${t('panel.processes.busy')}</th>
          <th scope="col">${t('panel.processes.memory')}</th>
        </tr>
      </thead>
      <tbody>
        ${processes.map((one) => html`<${Row} key=${one.id} process=${one} />`)}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">${t('panel.processes.all')}</th>
          <td>${integer(allProcesses.phones)}</td>
          <td data-level=${levelOf(allProcesses.delayP99Ms)}>${delays(allProcesses)}</td>
          <td></td>
          <td></td>
        </tr>
      </tfoot>
    </table>
  </details>`;
}

/** @param {{ process: ProcessCard }} props */
function Row({ process }) {
  const { role, host, pid, version, sinceMs, phones, utilisation, rssMb, delayP99Ms } = process;
  const help = t('panel.processes.help', { pid, version, since: timeOfDay(sinceMs) });
  return html`<tr title=${help}>
    <th scope="row">
      <b>${t(`panel.processes.${role}`)}</b> <span><i>${host}</i> ${pid}</span>
    </th>
    <td>${integer(phones)}</td>
    <td data-level=${levelOf(delayP99Ms)}>${delays(process)}</td>
    <td>${share(utilisation)}</td>
    <td>${t('panel.processes.mb', { count: Math.round(rssMb) })}</td>
  </tr>`;
}

/** @param {Pick<ProcessCard, 'delayP50Ms' | 'delayP99Ms'>} delay */
function delays({ delayP50Ms, delayP99Ms }) {
  return t('panel.processes.ms', { p50: short(delayP50Ms), p99: short(delayP99Ms) });
}

/** @param {number} ms @returns {'low' | 'near' | 'full'} */
function levelOf(ms) {
  if (ms < BUSY_MS) return 'low';
  return ms < JAMMED_MS ? 'near' : 'full';
}
