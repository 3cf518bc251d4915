import { createHash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Reader, ServiceName } from '../scratch/services.js';
import type { Stack } from './stack.js';

interface Credentials {
  apiKey: string;
  reader: Reader;
}

interface Load {
  /** Concurrent callers; of reports no more than REPORT_CONCURRENCY. */
  callers: number;
  call: () => Promise<void>;
  finish: () => Promise<void>;
}

/** How long nginx may use an address that is gone, in milliseconds. */
const RESOLVER_TTL = 6_000;

/**
 * Replaces a service's container twice under load; docker/replace.sh fails if one does not exit with 0. Nothing of the
 * replaced ones may stay.
 */
export async function checkReplacement(
  stack: Stack,
  service: ServiceName,
  credentials: Credentials,
) {
  const volumes = await unusedVolumes(stack);
  const result = await underLoad(service, stack.origin, credentials, async () => {
    for (let time = 0; time < 2; time++) {
      await wait(1_000);
      await stack.replace(service);
    }
    await wait(RESOLVER_TTL);
  });
  const left = (await unusedVolumes(stack)).filter(volume => !volumes.includes(volume));
  if (left.length > 0) throw new Error(`replaced, but its volumes stay: ${left.join(', ')}`);
  return `${service} replaced twice under ${result}`;
}

async function unusedVolumes({ docker }: Stack) {
  const volumes = await docker('volume', 'ls', '--quiet', '--filter', 'dangling=true');
  return volumes.split('\n').filter(volume => volume !== '');
}

/** Kills one of two replicas of versioning under load: nginx sends what it left unanswered to the other. */
export async function checkDeath({ origin, compose, docker }: Stack, credentials: Credentials) {
  const scale = ['--no-deps', '--no-recreate', '--scale', 'versioning=2', 'versioning'];
  await compose('up', '--detach', ...scale);
  const [first = ''] = (await compose('ps', '--quiet', 'versioning')).split('\n');
  const result = await underLoad('versioning', origin, credentials, async () => {
    await wait(RESOLVER_TTL);
    await docker('kill', first);
    await wait(RESOLVER_TTL);
  });
  return `a replica of versioning killed under ${result}`;
}

/**
 * Calls a service through nginx for as long as `act` takes. Every increment must be answered once, and every
 * report must arrive whole.
 * @throws Error of the first lost call, or of `act`
 */
async function underLoad(
  service: ServiceName,
  origin: string,
  credentials: Credentials,
  act: () => Promise<void>,
) {
  const load = await loads[service](origin, credentials);
  const state = { isRunning: true, calls: 0, slowest: 0 };
  const keepCalling = async () => {
    while (state.isRunning) {
      const begun = performance.now();
      await load.call();
      state.slowest = Math.max(state.slowest, performance.now() - begun);
      state.calls += 1;
    }
  };
  const calling = Promise.all(Array.from({ length: load.callers }, keepCalling));
  const acting = act();
  try {
    await Promise.race([calling, acting]);
  } finally {
    state.isRunning = false;
    await Promise.allSettled([calling, acting]);
  }
  await calling;
  await load.finish();
  return `${state.calls} calls, none lost, the slowest ${Math.round(state.slowest)} ms`;
}

const loads = { versioning: loadOfIncrements, reporting: loadOfReports };

async function loadOfIncrements(origin: string, { apiKey }: Credentials): Promise<Load> {
  const url = `${origin}/versioning/api/packages/loaded`;
  const headers = { authorization: `Bearer ${apiKey}` };
  const send = async (path: string, method: string) => {
    const response = await fetch(`${url}${path}`, { method, headers });
    if (response.status !== 200) throw new Error(`${response.status} ${await response.text()}`);
    return (await response.json()) as { Version: string; Minor: number };
  };
  const { Minor } = await send('/increment/minor', 'POST');
  const versions = new Set<string>();
  return {
    callers: 16,
    async call() {
      const { Version } = await send('/increment/patch', 'POST');
      if (versions.has(Version)) throw new Error(`${Version} was returned twice`);
      versions.add(Version);
    },
    async finish() {
      const { Version } = await send('', 'GET');
      const expected = `0.${Minor}.${versions.size}`;
      if (Version !== expected) throw new Error(`${Version}, but responses up to ${expected}`);
    },
  };
}

async function loadOfReports(origin: string, { reader }: Credentials): Promise<Load> {
  const url = `${origin}/reporting/reporting/competency-validations?format=csv`;
  const headers = { authorization: `Bearer ${reader.secret}` };
  const download = async () => {
    const response = await fetch(url, { headers });
    const text = await response.text();
    if (response.status !== 200) throw new Error(`${response.status} ${text}`);
    return createHash('sha256').update(text).digest('hex');
  };
  const whole = await download();
  return {
    // An account can run two reports at once.
    callers: 2,
    async call() {
      if ((await download()) !== whole) throw new Error('a report was cut off');
    },
    finish: () => Promise.resolve(),
  };
}
