import { setTimeout as wait } from 'node:timers/promises';
import { createVersioningClient } from '@platform/versioning-client';
import { eventually, repeat } from '../scratch/eventually.js';

interface Package {
  readonly url: string;
  readonly key: string;
  readonly slug: string;
}

/** Takes versions of a package continuously, retrying each call until it gets a response. */
export function startIncrements({ url, key, slug }: Package, callers = 10) {
  const client = createVersioningClient({ url, key, timeout: 60_000 });
  const versions: string[] = [];
  let failed = 0;
  let lastResponse = performance.now();
  let pause = 0;
  const calling = repeat(async () => {
    try {
      versions.push((await client.increment(slug, 'patch')).package.Version);
      pause = Math.max(pause, performance.now() - lastResponse);
      lastResponse = performance.now();
    } catch {
      failed += 1;
    }
  }, callers);
  return {
    /** Resolves once this many more versions have been taken. */
    async progress(count: number) {
      const target = versions.length + count;
      while (versions.length < target) await wait(20);
    },
    /** The longest time without a response to any caller, in seconds. */
    longestPause: () => `${(pause / 1000).toFixed(1)} s`,
    /** Stops and compares the versions with the history; also counts calls that failed despite retries. */
    async finish() {
      await calling.stop();
      return { ...compare(versions, await readHistory({ url, key, slug })), failed };
    },
  };
}

function compare(versions: readonly string[], history: readonly string[]) {
  const returned = new Set(versions);
  const recorded = new Set(history);
  const isStray = (version: string, index: number) =>
    version !== `0.0.${index + 1}` || !returned.has(version);
  return {
    increments: versions.length,
    /** Versions that were returned but not recorded. */
    lost: versions.filter(version => !recorded.has(version)).length,
    /** Versions that were returned twice, or recorded but not returned. */
    twice: versions.length - returned.size + history.filter(isStray).length,
  };
}

/** Returns all versions of the package, oldest first. */
async function readHistory({ url, key, slug }: Package): Promise<string[]> {
  const versions: string[] = [];
  let next: string | undefined = `/api/packages/${slug}/history?limit=1000`;
  while (next) {
    const page: string = url + next;
    const response = await eventually(async () => {
      const response = await fetch(page, { headers: { Authorization: `Bearer ${key}` } });
      if (!response.ok) throw new Error(`${page} returned ${response.status}.`);
      return response;
    });
    const changes = (await response.json()) as { Version: string }[];
    versions.push(...changes.map(({ Version }) => Version));
    next = /^<([^>]+)>/.exec(response.headers.get('Link') ?? '')?.[1];
  }
  return versions.reverse();
}
