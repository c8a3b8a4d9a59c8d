/** What an edge keeps of one connected phone. */

import type { Socket } from 'socket.io';
import type { EdgeEnd } from '../bus/contract.js';
import type { PublicPlayer } from '../contract/wire.js';
import type { Seat } from '../stage/types.js';
import type { Latency } from '../wire/latency.js';
import type { EdgeRoom } from './edge-rooms.js';
import type { Inbox } from './inbox.js';
import type { Limits } from './phone-limits.js';
import type { RoomPhones } from './room-phones.js';

export interface Session {
  /** Tells this connection of a player from an older or a newer one. */
  number: number;
  /** Its phone belongs to a rehearsal. */
  isVirtual: boolean;
  /** The mark of the network that it comes from. */
  network: string;
  /** Since when its player has had the seat, over connections for which it was kept; monotone ms. */
  sinceMs: number;
  /** What leaves the process when somebody asks for all sockets. */
  toJSON(): { room: string; player: PublicPlayer };
  room: EdgeRoom;
  bus: Pick<EdgeEnd, 'ask' | 'send'>;
  /** Secret: a client that knows it inside a token is this player. */
  pid: string;
  player: PublicPlayer;
  seat: Seat;
  socket: Socket;
  limits: Limits;
  /** How long messages of this phone are on their way. */
  latency: Latency | undefined;
  inbox: Inbox | null;
  /** The phones of its room, also when the room is closed. */
  phones: RoomPhones;
  /** The turn of the room's speakers in which the phone last sent anything. */
  turn: number;
  /** Where they have it to see whether it has fallen silent. */
  checkedAt: number;
  /** What the home was last sent, or will be sent next. */
  isActive: boolean;
  /** The turn of the rate teller in which it was last sent its rate. */
  toldTurn: number;
  /** It has come, or sent something, since then. */
  isOwed: boolean;
}
