/** An edge sends a home that knows nobody here which phones it has, so that the home may restart without their noticing. */

/** @import { EdgeEnd, Joined } from '../bus/contract.js' */
/** @import { RoomPhones } from './room-phones.js' */
/** @import { Session } from './session.js' */

/** Players in one message: some 20 KB, which holds nobody up. */
const AT_ONCE = 200;

/**
 * All messages leave before anything else is asked, so the home knows a player before their next submission.
 * @param {object} options
 * @param {Pick<EdgeEnd, 'ask' | 'send'>} options.bus
 * @param {Iterable<RoomPhones>} options.phones of each room
 */
export function introduceAll({ bus, phones }) {
  for (const one of phones) introduce(bus, one);
}

/** @param {Pick<EdgeEnd, 'ask' | 'send'>} bus @param {RoomPhones} phones */
function introduce(bus, { room, sessions }) {
  const all = [...sessions.values()];
  for (let at = 0; at === 0 || at < all.length; at += AT_ONCE) {
    const some = all.slice(at, at + AT_ONCE);
    const players = some.map(introductionOf);
    const isLast = at + AT_ONCE >= all.length;
    bus.ask('here', { room: room.id, players, isLast }).then(
      (answer) => {
        for (const known of answer.players) takeUp(room, sessions, known);
      },
      () => {}, // The home is gone again. The next one is sent them as well.
    );
    // A newcomer counts as active.
    const idle = some.filter(({ isActive }) => !isActive).map(({ player }) => player.id);
    if (idle.length > 0) bus.send('presence', { room: room.id, active: [], idle });
  }
}

/** @param {Session} session */
function introductionOf({ pid, number, isVirtual, network, player: { name, team } }) {
  return { pid, session: number, isVirtual, network, name, team };
}

/**
 * Tells a phone what has changed while the home was away.
 * @param {RoomPhones['room']} room @param {Map<string, Session>} sessions
 * @param {Partial<Joined> & { pid: string, refused?: string }} known
 */
function takeUp(room, sessions, { pid, refused, player, personal }) {
  const session = sessions.get(pid);
  if (!session) return;
  if (refused === 'kicked') return room.receive('kicked', { pid });
  // The room is closed, of which a message to this edge is on its way.
  if (!player) return;
  const { name, team } = session.player;
  if (player.name !== name || player.team !== team) room.receive('player', { pid, player });
  if (personal) room.receive('personal', { pid, personal });
}
