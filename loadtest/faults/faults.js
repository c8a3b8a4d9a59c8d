/** Lists the faults: what they happen to, what they do, and what must hold. */

/** @import { Fault, Place } from './types.js' */

import { setTimeout as wait } from 'node:timers/promises';
import { atMost, none, some } from '../harness/claims.js';
import { startPostgres } from '../../test/support/databases.js';
import { spawnServer } from '../../test/support/process.js';
import { startRedis, startSentinels } from '../../test/support/redis.js';
import { tempFolder } from '../../test/support/server.js';
import { openDisk } from './disk.js';
import { openMachines } from './machines.js';
import { commonEnv, openBehindNginx, openCluster, openPm2Cluster, showOf } from './shows.js';
import { cutPower, phonesAt, untilReady, untilTrue } from './steps.js';

/** By the issue: a phone is back so soon after its edge has gone, and all is well so soon after what was gone is there. */
const BACK_S = 5;
const RETURN_S = 6;
/** A home is started again, and has its rooms open, so soon after it was killed. */
const RESTART_S = 3;
/** A screen that misses this much of a picture shows a jerk; without a fault its frames come 30 a second. */
const JERK_S = 0.5;
/** A word is stored so soon where the fault is elsewhere. */
const ANSWER_S = 1;

const seconds = (/** @type {number} */ limit) => ({ limit, unit: 's', kind: /** @type {const} */ ('time') });
const inStep = atMost('backS', 'all is back in step', seconds(BACK_S));
const durable = [
  some('acknowledged', 'submissions are acknowledged'),
  none('lost', 'no acknowledged submission is lost'),
  none('doubled', 'no submission counts twice'),
  none('refused', 'no submission is refused'),
  none('unanswered', 'no submission stays without an answer'),
  none('missing', 'everybody is there in the end'),
];
const nobodyLost = none('disconnects', 'no phone loses its connection');
/** @param {string} place */
const unharmed = (place) => [
  none(`disconnects.${place}`, `no phone at the ${place} loses its connection`),
  atMost(`answerS.${place}`, `an answer at the ${place} is stored as usual`, seconds(ANSWER_S)),
  atMost(`frameGapS.${place}`, `the screen at the ${place} misses nothing`, seconds(JERK_S)),
];

/** Is over when all of them are ready again. */
const allReady = (/** @type {Place[]} */ places) => Promise.all(places.map(({ url }) => untilReady(url)));

/** @type {Readonly<Record<string, Fault>>} */
export const FAULTS = Object.freeze({
  'redis-gone': {
    title: 'Redis is killed, and comes back empty',
    outageS: [30, 4],
    open: openCluster,
    async act({ redis }, { outageS, began, healed }) {
      began();
      await redis.kill();
      await wait(outageS * 1000);
      await redis.start();
      healed();
    },
    claims: [nobodyLost, ...unharmed('home'), inStep, ...durable],
  },
  'redis-hung': {
    title: 'Redis hangs, and goes on',
    outageS: [30, 10],
    open: openCluster,
    async act({ redis }, { outageS, began, healed }) {
      began();
      redis.hang();
      await wait(outageS * 1000);
      redis.goOn();
      healed();
    },
    claims: [nobodyLost, ...unharmed('home'), inStep, ...durable],
  },
  'redis-failover': {
    title: 'Redis is killed, and Sentinels put its replica in its place',
    outageS: [0, 0],
    async open(scope, size) {
      const redis = await startRedis(scope);
      const replica = await startRedis(scope, { replicaOf: redis.port });
      const ports = await startSentinels(scope, redis.port);
      const hosts = ports.map((port) => `127.0.0.1:${port}`).join(',');
      const env = { REDIS_URL: `redis+sentinel://${hosts}/show` };
      return { ...(await openCluster(scope, size, { redis, env })), replica };
    },
    async act({ redis, replica }, { began, healed }) {
      began();
      await redis.kill();
      await untilTrue(replica.isMaster, 'the replica to take over');
      healed();
    },
    claims: [nobodyLost, ...unharmed('home'), inStep, ...durable],
  },
  'edge-killed': {
    title: 'One of two edges behind nginx is killed',
    outageS: [0, 0],
    async open(scope, size) {
      const show = await openBehindNginx(scope, size);
      // Nobody watches the screen of an edge that is gone for good.
      return { ...show, screens: show.screens.slice(0, 2) };
    },
    async act({ edges }, { began, healed }) {
      const atPlace = await phonesAt(edges[1].url);
      began();
      edges[1].child.kill('SIGKILL');
      healed();
      return { atPlace };
    },
    claims: [
      atMost('returnS.nginx', 'its phones are back', seconds(RETURN_S)),
      none('others', 'no phone of another process loses its connection'),
      ...['home', 'edge-1'].map((place) =>
        atMost(`frameGapS.${place}`, `the screen at the ${place} misses nothing`, seconds(JERK_S)),
      ),
      atMost('backS', 'all is back in step', seconds(RETURN_S)),
      ...durable,
    ],
  },
  'home-killed': {
    title: 'The home is killed, and PM2 starts it again',
    outageS: [0, 0],
    async open(scope, size) {
      const show = await openPm2Cluster(scope, size);
      // The screen of the home comes back when its link tries again, as that of a page does that knows no other address.
      return { ...show, screens: show.screens.slice(1), processes: show.screens };
    },
    async act({ pm2, processes }, { began, healed }) {
      const listed = /** @type {import('../../test/support/pm2.js').Listed[]} */ (await pm2.list());
      const home = listed.find(({ name }) => name === 'mass-mobile-home');
      const atPlace = await phonesAt(processes[0].url);
      began();
      process.kill(Number(home?.pid), 'SIGKILL');
      healed();
      return { atPlace };
    },
    claims: [
      none('others', 'no phone at an edge loses its connection'),
      atMost('frameGapS.edge-1', 'the game goes on', seconds(RESTART_S)),
      atMost('frameGapS.edge-2', 'the game goes on at the second edge', seconds(RESTART_S)),
      atMost('returnS.nginx', 'phones of the home are back', seconds(RETURN_S)),
      atMost('backS', 'all is back in step', seconds(RETURN_S)),
      ...durable,
    ],
  },
  'network-cut': {
    title: 'The network between an edge and Redis with the home is cut',
    outageS: [15, 6],
    async open(scope, { phones }) {
      const { machines, pull, plug } = await openMachines(scope);
      const [one, two] = machines;
      if (!one || !two) throw new Error('There are two machines.');
      const redis = await startRedis(scope, { ...one, password: 'sesame' });
      const env = { ...commonEnv(), REDIS_URL: redis.url };
      const home = await spawnServer(
        scope,
        { ...env, ROLE: 'home', HOST: one.host, DATA_DIR: await tempFolder(scope) },
        undefined,
        one.within,
      );
      const edge = await spawnServer(scope, { ...env, ROLE: 'edge', HOST: two.host }, undefined, two.within);
      const places = [
        { name: 'home', url: home.url, within: one.within },
        { name: 'edge', url: edge.url, within: two.within },
      ];
      return { ...showOf(places, places, phones), pull, plug };
    },
    async act({ pull, plug }, { outageS, began, healed }) {
      began();
      await pull();
      await wait(outageS * 1000);
      await plug();
      healed();
    },
    claims: [nobodyLost, ...unharmed('home'), inStep, ...durable],
  },
  'rolling-reload': {
    title: 'All processes are reloaded, one after the other, under load',
    outageS: [0, 0],
    open: openPm2Cluster,
    async act({ pm2, screens }, { began, healed }) {
      began();
      await pm2.pm2('reload', 'mass-mobile', '--parallel', '1');
      await allReady(screens);
      healed();
    },
    claims: [atMost('outageS.p99', 'the outage of a phone, p99', seconds(3)), inStep, ...durable],
  },
  'database-gone': {
    title: 'PostgreSQL behind the home is killed, and comes back',
    outageS: [15, 5],
    async open(scope, size) {
      const database = await startPostgres({ isDurable: true, scope });
      const env = { DATABASE_URL: await database.newDatabase() };
      return { ...(await openCluster(scope, size, { env })), database };
    },
    async act({ database }, { outageS, began, healed }) {
      began();
      await cutPower(database.pid);
      await wait(outageS * 1000);
      await database.start();
      healed();
    },
    claims: [
      nobodyLost,
      some('toldToWait', 'phones are told to wait'),
      ...['home', 'edge-1', 'edge-2'].map((place) =>
        atMost(`frameGapS.${place}`, `the screen at the ${place} misses nothing`, seconds(JERK_S)),
      ),
      inStep,
      ...durable,
    ],
  },
  'disk-full': {
    title: 'The disk under the data folder is full, and has room again',
    outageS: [20, 20],
    async open(scope, size) {
      const disk = await openDisk(scope, { megabytes: 24 });
      return { ...(await openCluster(scope, size, { dataDir: disk.path })), disk };
    },
    async act({ disk }, { outageS, began, healed }) {
      began();
      await disk.fill();
      await wait(outageS * 1000);
      await disk.empty();
      healed();
    },
    claims: [nobodyLost, some('toldToWait', 'phones are told to wait'), inStep, ...durable],
  },
});
