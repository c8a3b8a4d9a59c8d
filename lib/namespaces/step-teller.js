/** Sends the presenters at the screens what the next step is: their clickers take the one that they were sent. */

/** @import { Socket } from 'socket.io' */
/** @import { EdgeEnd } from '../bus/contract.js' */
/** @import { EdgeRoom } from './edge-rooms.js' */

import { SERVER_EVENT } from '../../public/shared/wire.js';

const EVERY_MS = 250;

/** @param {{ bus: Pick<EdgeEnd, 'ask'> }} options */
export function createStepTeller({ bus }) {
  /** The presenters of each room, each with the text of the steps that they have. @type {Map<EdgeRoom, Map<Socket, string>>} */
  const presenters = new Map();
  const timer = setInterval(askAll, EVERY_MS).unref();

  /** Asks the home once for each room that has presenters, however many they are. */
  function askAll() {
    for (const [room, sent] of presenters)
      bus.ask('command', { room: room.id, name: 'steps', args: [] }).then(
        (steps) => send(sent, steps),
        () => {}, // The room was closed, or the server is.
      );
  }

  /** Steps are few and small, so they go also to a screen that is behind with its frames: its clicker waits for them. @param {Map<Socket, string>} sent @param {unknown} steps */
  function send(sent, steps) {
    const text = JSON.stringify(steps);
    for (const [socket, last] of sent) {
      if (last === text) continue;
      sent.set(socket, text);
      socket.emit(SERVER_EVENT.steps, steps);
    }
  }

  return {
    /** @param {EdgeRoom} room @param {Socket} socket of a presenter */
    add(room, socket) {
      const sent = presenters.get(room) ?? new Map();
      presenters.set(room, sent.set(socket, ''));
    },
    /** @param {EdgeRoom} room @param {Socket} socket */
    delete(room, socket) {
      const sent = presenters.get(room);
      sent?.delete(socket);
      if (sent?.size === 0) presenters.delete(room);
    },
    stop: () => clearInterval(timer),
  };
}
