import { setTimeout as wait } from 'node:timers/promises';
import { commandLine, issueKey, migrate, type Service, startService } from '../scratch/services.js';
import type { Drill, Row } from './drill.js';
import { gather, repeat } from './overload/crowd.js';
import { runCallers } from './overload/load.js';
import { watch } from './overload/watch.js';
import { createCluster } from './postgres.js';

/** Callers that keep the service busy and are answered at once. */
const SUSTAINABLE = 32;

/** Milliseconds. */
const LONGEST_HEALTH = 500;
const LONGEST_CALL = 5_000;

const MEGABYTES = 512;

type Order = Parameters<typeof runCallers>[0];

/** Ten times the load that versioning sustains, and connections that only cost: idle, half-open, slow, flooding. */
export const drill: Drill = async function* ({
  cleanup,
  seconds = 60,
  times = 10_000,
  say,
}): AsyncGenerator<Row> {
  const cluster = await createCluster(cleanup);
  await cluster.start();
  await migrate(cluster.url);
  const limited = {
    ...process.env,
    DATABASE_URL: cluster.url,
    LOG_LEVEL: 'silent',
    REQUEST_TIMEOUT: '10s',
  };
  const key = await issueKey(commandLine(limited));
  const free = { ...limited, RATE_LIMIT_DEFAULT: 'off' };
  const unlimited = await startService('versioning', free, cleanup);

  say(`${SUSTAINABLE} callers, then ten times as many for ${seconds} s`);
  const order = { url: unlimited.url, key, callers: SUSTAINABLE, seconds: Math.min(seconds, 10) };
  const tenfold = { ...order, callers: SUSTAINABLE * 10, seconds };
  const usual = await runCallers(order);
  yield await overload(unlimited, tenfold, usual.p99);

  say('the same against the limit of a key');
  const service = await startService('versioning', limited, cleanup);
  yield await overload(service, { ...tenfold, url: service.url }, 0);

  // A list that no socket buffer holds.
  await cluster.query(`
    insert into versioning.package (slug, name, major, minor, patch, revision)
    select 'listed-' || n, repeat('x', 200), 0, 0, 1, 1 from generate_series(1, 50000) as n`);
  for (const crowd of costlyConnections(key, Math.min(times, 10_000))) {
    say(`${crowd.size} ${crowd.what}`);
    yield await besideCrowd(unlimited, { ...order, callers: 8 }, crowd);
  }
};

/** Connections that hold something of the service and ask for little. */
interface Costly {
  readonly what: string;
  readonly size: number;
  readonly act: Parameters<typeof gather>[2];
}

function costlyConnections(key: string, connections: number): Costly[] {
  const post = 'POST /api/packages HTTP/1.1\r\nHost: a\r\n';
  const authorization = `Authorization: Bearer ${key}\r\n`;
  const body = `${authorization}Content-Type: application/json\r\nContent-Length: 9000\r\n\r\n`;
  const list = `GET /api/packages HTTP/1.1\r\nHost: a\r\n${authorization}\r\n`;
  return [
    { what: 'idle connections', size: connections, act: () => undefined },
    {
      what: 'half-open connections: a request that stops in its first line',
      size: connections / 10,
      act: socket => socket.write('GET /api'),
    },
    {
      what: 'slow writers: a byte of a body each second',
      size: 500,
      act(socket) {
        socket.write(post + body);
        repeat(socket, 'x', 1_000);
      },
    },
    {
      what: 'slow readers of the list',
      size: 100,
      act(socket) {
        socket.pause();
        socket.write(list);
      },
    },
    {
      what: 'floods of headers',
      size: 200,
      act(socket) {
        socket.write(post);
        repeat(socket, `X-Flood: ${'x'.repeat(1_000)}\r\n`, 10);
      },
    },
  ];
}

/** What callers are answered while the connections are held. */
async function besideCrowd(
  service: Service,
  order: Order,
  { what, size, act }: Costly,
): Promise<Row> {
  const watching = watch(service);
  const crowd = await gather(service.url, size, act);
  const { accepted, refused, other, unanswered, p99 } = await runCallers(order);
  await wait(1_000);
  const { 'slowest health': slowest, ...watched } = await watching.finish();
  const closed = crowd.closed();
  crowd.leave();
  return {
    what: `${what} beside ${order.callers} callers`,
    times: size,
    counted: {
      'calls beside': accepted,
      'that failed': refused + other + unanswered,
      'their p99': `${p99} ms`,
      'slowest health': `${slowest} ms`,
      ...watched,
      'closed by the service': closed,
    },
    holds:
      accepted > 0 &&
      refused + other + unanswered + watched.unhealthy === 0 &&
      slowest < LONGEST_HEALTH &&
      watched['most memory, MB'] < MEGABYTES,
  };
}

/** @param usual the p99 that has to be back after it, in milliseconds; 0 where calls are refused by a limit */
async function overload(service: Service, order: Order, usual: number): Promise<Row> {
  const watching = watch(service);
  const { p50, p99, longest, ...counts } = await runCallers(order);
  const { 'slowest health': slowest, ...watched } = await watching.finish();
  await wait(1_000);
  const after = await runCallers({ ...order, callers: SUSTAINABLE, seconds: 5 });
  const limit = usual === 0 ? 'the limit of a key' : 'no limit';
  return {
    what: `${order.callers} callers without a pause for ${order.seconds} s, ${limit}`,
    times: 1,
    counted: {
      ...counts,
      'p50 of accepted': `${p50} ms`,
      p99: `${p99} ms`,
      longest: `${longest} ms`,
      'slowest health': `${slowest} ms`,
      ...watched,
      'p99 before it': `${usual} ms`,
      'and after': `${after.p99} ms`,
    },
    holds:
      counts.accepted > 0 &&
      counts.other + counts.unanswered + watched.unhealthy === 0 &&
      longest < LONGEST_CALL &&
      slowest < LONGEST_HEALTH &&
      watched['most memory, MB'] < MEGABYTES &&
      (usual === 0 || after.p99 < 2 * usual + 50),
  };
}
