import { createHash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { repeat } from '../scratch/eventually.js';
import type { Reader, ServiceName } from '../scratch/services.js';
import type { Stack } from './stack.js';

interface Credentials {
  apiKey: string;
  reader: Reader;
}

interface Load {
  /** Concurrent callers; for reports, at most REPORT_CONCURRENCY. */
  callers: number;
  call: () => Promise<void>;
  finish: () => Promise<void>;
}

/** How long nginx may use an address that no longer exists, in milliseconds. */
const RESOLVER_TTL = 6_000;

/**
 * Replaces a service's container twice under load; docker/replace.sh fails if one does not exit with 0. The replaced
 * containers must not leave volumes behind.
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
  if (left.length > 0) throw new Error(`volumes are left after a replacement: ${left.join(', ')}`);
  return `${service} replaced twice under ${result}`;
}

async function unusedVolumes({ docker }: Stack) {
  const volumes = await docker('volume', 'ls', '--quiet', '--filter', 'dangling=true');
  return volumes.split('\n').filter(volume => volume !== '');
}

/** Kills one of two replicas of versioning under load; nginx must send unanswered calls to the other one. */
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
 * Calls a service through nginx while `act` runs. Every increment must get one response, and every report must be
 * complete.
 * @throws the error of `act` or of the first failed call
 */
async function underLoad(
  service: ServiceName,
  origin: string,
  credentials: Credentials,
  act: () => Promise<void>,
) {
  const load = await loads[service](origin, credentials);
  let [calls, slowest] = [0, 0];
  const calling = repeat(async () => {
    const begun = performance.now();
    await load.call();
    slowest = Math.max(slowest, performance.now() - begun);
    calls += 1;
  }, load.callers);
  const acting = act();
  try {
    await Promise.race([calling.ended, acting]);
  } finally {
    await Promise.allSettled([calling.stop(), acting]);
  }
  await calling.ended;
  await load.finish();
  return `${calls} calls, none lost, the slowest ${Math.round(slowest)} ms`;
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
      if (Version !== expected) throw new Error(`the version is ${Version}, not ${expected}`);
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
  const expected = await download();
  return {
    // An account can run two reports at once.
    callers: 2,
    async call() {
      if ((await download()) !== expected) throw new Error('a report was cut off');
    },
    finish: () => Promise.resolve(),
  };
}
