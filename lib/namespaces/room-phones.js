/** The phones of one room: its edge, its audience, and what they hear of what the room tells. */

/** @import { FanOut } from '../wire/fan-out.js' */
/** @import { Topic } from '../bus/local.js' */
/** @import { Session } from './phone-rules.js' */
/** @import { Player } from '../room/players.js' */
/** @import { Room } from '../room/room.js' */

import { createEdge } from '../stage/edge.js';
import { ShowError } from '../errors.js';
import { SERVER_EVENT } from '../../public/shared/wire.js';

/**
 * @param {object} options
 * @param {Room} options.room
 * @param {ReadonlyMap<Player, Session>} options.sessions of all rooms
 * @param {FanOut} options.audience
 * @param {import('../wire/meter.js').Meter} options.meter
 * @param {(room: Room) => void} options.onGame another game begins
 * @param {(sendHz: number) => void} options.onRate from now on
 * @param {(room: Room) => void} options.onClose before its phones are sent away
 */
export function createRoomPhones({ room, sessions, audience, meter, onGame, onRate, onClose }) {
  const edge = createEdge();
  edge.setGame(room.game);
  room.bus.addEdge(edge.drain);
  room.bus.subscribe(hear);

  /** @param {Topic} topic @param {any} message */
  function hear(topic, message) {
    if (topic === 'scene') tellScene(message);
    else if (topic === 'notice') tellNotice(message);
    else if (topic === 'personal') tellOne(message.id, SERVER_EVENT.personal, message.personal);
    else if (topic === 'throttle') onRate(message.sendHz);
    else if (topic === 'player') tellOne(message.id, SERVER_EVENT.player, message);
    else if (topic === 'kicked') sendAway(sessionOf(message.id));
    else if (topic === 'closed') close();
  }

  /** @param {string} id of a player */
  function sessionOf(id) {
    return sessions.get(room.players.get(id));
  }

  /** @param {{ scene: import('../contract/wire.js').Scene, game: import('../contract/types.js').Game | null }} message game: another one begins */
  function tellScene({ scene, game }) {
    if (game) {
      edge.setGame(game);
      onGame(room);
    }
    audience.send(SERVER_EVENT.scene, scene);
  }

  /** @param {import('../contract/wire.js').Notice} notice */
  function tellNotice(notice) {
    audience.send(SERVER_EVENT.notice, notice);
    meter.count('notices', room.players.connected.size);
  }

  /** @param {string} id of a player @param {string} event @param {unknown} payload */
  function tellOne(id, event, payload) {
    const session = sessionOf(id);
    if (session) audience.sendOne(session.socket, event, payload);
  }

  /** @param {Session | undefined} session of who was removed */
  function sendAway(session) {
    session?.socket.emit(SERVER_EVENT.kicked, { message: new ShowError('kicked').message });
    session?.socket.disconnect(true);
  }

  function close() {
    onClose(room);
    audience.end();
  }

  return { edge, audience };
}

/** @typedef {ReturnType<typeof createRoomPhones>} RoomPhones */
