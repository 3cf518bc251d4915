import { once } from 'node:events';
import { connect } from 'node:net';
import type { Drill, Row } from '../drill.js';
import { repeat } from '../scratch/eventually.js';
import { commandLine, migrate, startService } from '../scratch/services.js';
import { startCluster } from './postgres.js';

/** In milliseconds. */
const MAX_P99 = 3_000;

const PASSWORD = 'seven lamps on a quiet street';

/** Enough people that none of them reaches the limit of successful sign-ins. */
const PEOPLE = Array.from({ length: 8 }, (_, index) => `person-${index}@example.org`);

const CROWD = 'crowd@example.org';

/** Signs in without a cookie while others make as many attempts as they can. */
export const drill: Drill = async function* ({ cleanup, times = 100, say }): AsyncGenerator<Row> {
  const cluster = await startCluster(cleanup);
  await migrate(cluster.url);
  const env = {
    ...process.env,
    DATABASE_URL: cluster.url,
    SESSION_SECRET: 'a'.repeat(32),
    TRUST_PROXY: 'loopback',
    LOG_LEVEL: 'silent',
  };
  const run = commandLine(env);
  for (const email of [CROWD, ...PEOPLE]) {
    await run('reporting', ['accounts', 'create', '--email', email, '--name', 'Somebody']);
    await run('reporting', ['accounts', 'set-password', '--email', email], PASSWORD);
  }
  const { url } = await startService('reporting', env, cleanup);
  for (const crowd of crowdsOf(url)) {
    say(crowd.what);
    yield await besideCrowd(url, crowd, times);
  }
};

interface Crowd {
  readonly what: string;
  readonly size: number;
  /** Repeated by each member of the crowd. */
  readonly act: (index: number) => Promise<unknown>;
}

const HERE = '192.0.2.1';

function crowdsOf(url: string): Crowd[] {
  return [
    { what: 'nobody else', size: 0, act: () => Promise.resolve() },
    {
      what: '60 connections from the same address signing in to one account',
      size: 60,
      act: () => signIn(url, HERE, CROWD, PASSWORD),
    },
    {
      what: 'wrong passwords for many accounts from 256 networks in one /56',
      size: 256,
      act: index =>
        signIn(url, `2001:db8:0:${index.toString(16)}::1`, `${index}@example.org`, 'wrong'),
    },
    {
      what: 'nine unfinished sign-in requests from the same address',
      size: 9,
      act: () => sendHalf(url),
    },
  ];
}

async function besideCrowd(url: string, { what, size, act }: Crowd, times: number): Promise<Row> {
  const crowd = repeat(index => act(index).catch(() => undefined), size);
  const took: number[] = [];
  let failed = 0;
  for (let n = 0; n < times; n++) {
    const began = performance.now();
    const status = await signIn(url, HERE, PEOPLE[n % PEOPLE.length]!, PASSWORD);
    took.push(Math.round(performance.now() - began));
    if (status !== 204) failed += 1;
  }
  await crowd.stop();
  took.sort((one, other) => one - other);
  const p99 = took[Math.ceil(times * 0.99) - 1]!;
  return {
    what: `sign-ins beside ${what}`,
    times,
    counted: {
      failed,
      p50: `${took[times >> 1]} ms`,
      p99: `${p99} ms`,
      max: `${took.at(-1)} ms`,
    },
    holds: failed === 0 && p99 <= MAX_P99,
  };
}

async function signIn(url: string, from: string, email: string, password: string): Promise<number> {
  const response = await fetch(`${url}/auth/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-Forwarded-For': from },
    body: JSON.stringify({ email, password }),
  });
  await response.body?.cancel();
  return response.status;
}

/** Resolves once the service closes the connection. */
async function sendHalf(url: string): Promise<void> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname).on('error', () => undefined);
  const head = ['POST /auth/login HTTP/1.1', 'Host: a', `X-Forwarded-For: ${HERE}`];
  const body = ['Content-Type: application/json', 'Content-Length: 90', '', '{'];
  socket.write([...head, ...body].join('\r\n'));
  socket.resume();
  await once(socket, 'close');
}
