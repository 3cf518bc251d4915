import { createVersioningClient } from '@platform/versioning-client';
import { eventually } from '../scratch/eventually.js';

interface Package {
  readonly url: string;
  readonly key: string;
  readonly slug: string;
}

/** Callers that take versions of one package without a break and retry each call until it is answered. */
export function startIncrements({ url, key, slug }: Package, callers = 10) {
  const client = createVersioningClient({ url, key, timeout: 60_000 });
  const versions: string[] = [];
  let failed = 0;
  let isRunning = true;
  let answered = performance.now();
  let pause = 0;
  const keepCalling = async () => {
    while (isRunning) {
      try {
        versions.push((await client.increment(slug, 'patch')).package.Version);
        pause = Math.max(pause, performance.now() - answered);
        answered = performance.now();
      } catch {
        failed += 1;
      }
    }
  };
  const calling = Promise.all(Array.from({ length: callers }, keepCalling));
  return {
    taken: () => versions.length,
    /** The longest time without a response to any caller, in seconds. */
    longestPause: () => `${(pause / 1000).toFixed(1)} s`,
    /** Stops the callers and compares what they were given with the history; counts calls that failed despite retries. */
    async finish() {
      isRunning = false;
      await calling;
      return { ...compare(versions, await readHistory({ url, key, slug })), failed };
    },
  };
}

function compare(versions: readonly string[], history: readonly string[]) {
  const given = new Set(versions);
  const kept = new Set(history);
  const isStray = (version: string, index: number) =>
    version !== `0.0.${index + 1}` || !given.has(version);
  return {
    increments: versions.length,
    /** Versions that a caller was given and the history does not hold. */
    lost: versions.filter(version => !kept.has(version)).length,
    /** Versions that two callers were given, or that nobody was given. */
    twice: versions.length - given.size + history.filter(isStray).length,
  };
}

/** Every version of the package, oldest first. */
async function readHistory({ url, key, slug }: Package): Promise<string[]> {
  const versions: string[] = [];
  let next: string | undefined = `/api/packages/${slug}/history?limit=1000`;
  while (next) {
    const page: string = url + next;
    const response = await eventually(async () => {
      const answer = await fetch(page, { headers: { Authorization: `Bearer ${key}` } });
      if (!answer.ok) throw new Error(`${page} was answered with ${answer.status}.`);
      return answer;
    });
    const changes = (await response.json()) as { Version: string }[];
    versions.push(...changes.map(({ Version }) => Version));
    next = /^<([^>]+)>/.exec(response.headers.get('Link') ?? '')?.[1];
  }
  return versions.reverse();
}
