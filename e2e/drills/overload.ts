import { setTimeout as wait } from 'node:timers/promises';
import { commandLine, issueKey, migrate, startService } from '../scratch/services.js';
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
  const unlimited = await startService(
    'versioning',
    { ...limited, RATE_LIMIT_DEFAULT: 'off' },
    cleanup,
  );

  say(`${SUSTAINABLE} callers, then ten times as many for ${seconds} s`);
  const order = { url: unlimited.url, key, callers: SUSTAINABLE, seconds: Math.min(seconds, 10) };
  const usual = await runCallers(order);
  yield await overload(unlimited, { ...order, callers: SUSTAINABLE * 10, seconds }, usual.p99);

  say('the same against the limit of a key');
  const service = await startService('versioning', limited, cleanup);
  yield await overload(
    service,
    { ...order, url: service.url, callers: SUSTAINABLE * 10, seconds },
    0,
  );

  // A list that no socket buffer holds.
  await cluster.query(`
    insert into versioning.package (slug, name, major, minor, patch, revision)
    select 'listed-' || n, repeat('x', 200), 0, 0, 1, 1 from generate_series(1, 50000) as n`);
  const connections = Math.min(times, 10_000);
  const post = 'POST /api/packages HTTP/1.1\r\nHost: a\r\n';
  const body = `Authorization: Bearer ${key}\r\nContent-Type: application/json\r\nContent-Length: 9000\r\n\r\n`;
  const list = `GET /api/packages HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${key}\r\n\r\n`;
  for (const [what, size, act] of [
    ['idle connections', connections, () => undefined],
    [
      'half-open connections: a request that stops in its first line',
      connections / 10,
      socket => socket.write('GET /api'),
    ],
    [
      'slow writers: a byte of a body each second',
      500,
      socket => {
        socket.write(post + body);
        repeat(socket, 'x', 1_000);
      },
    ],
    [
      'slow readers of the list',
      100,
      socket => {
        socket.pause();
        socket.write(list);
      },
    ],
    [
      'floods of headers',
      200,
      socket => {
        socket.write(post);
        repeat(socket, `X-Flood: ${'x'.repeat(1_000)}\r\n`, 10);
      },
    ],
  ] satisfies [string, number, Parameters<typeof gather>[2]][]) {
    say(`${size} ${what}`);
    const watching = watch(unlimited);
    const crowd = await gather(unlimited.url, size, act);
    const { accepted, refused, other, unanswered, p99 } = await runCallers({
      ...order,
      callers: 8,
    });
    await wait(1_000);
    const { 'slowest health': slowest, ...watched } = await watching.finish();
    const closed = crowd.closed();
    crowd.leave();
    yield {
      what: `${what} beside 8 callers`,
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
};

/** @param usual the p99 that has to be back after it, in milliseconds; 0 where calls are refused by a limit */
async function overload(
  service: Awaited<ReturnType<typeof startService>>,
  order: Parameters<typeof runCallers>[0],
  usual: number,
): Promise<Row> {
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
