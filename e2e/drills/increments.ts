import { setTimeout as wait } from 'node:timers/promises';
import { createVersioningClient } from '@platform/versioning-client';

interface Package {
  url: string;
  key: string;
  slug: string;
}

export interface IncrementCount {
  /** Versions that callers were given. */
  taken: number;
  /** Versions that a caller was given and the history does not hold. */
  lost: number;
  /** Versions that two callers were given, or that nobody was given. */
  twice: number;
  /** Calls that failed in spite of their repeats. */
  failed: number;
}

export interface IncrementLoad {
  /** Versions taken so far. */
  taken(): number;
  /** The longest time without an answer to any caller, in milliseconds. */
  longestPause(): number;
  /** Stops the callers and compares what they were given with the history. */
  finish(): Promise<IncrementCount>;
}

/** Callers that take versions of one package without a break, each call repeated until it is answered. */
export function startIncrements({ url, key, slug }: Package, callers: number): IncrementLoad {
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
    longestPause: () => pause,
    async finish() {
      isRunning = false;
      await calling;
      return { ...(await compare({ url, key, slug }, versions)), failed };
    },
  };
}

/** What callers were given against the history of the package. */
export async function compare({ url, key, slug }: Package, versions: readonly string[]) {
  const history = await readHistory({ url, key, slug });
  const given = new Set(versions);
  const kept = new Set(history);
  return {
    taken: versions.length,
    lost: versions.filter(version => !kept.has(version)).length,
    twice:
      versions.length -
      given.size +
      history.filter((version, index) => version !== `0.0.${index + 1}` || !given.has(version))
        .length,
  };
}

/** A page, asked for again where a connection on the way was still to be disturbed. */
async function readAgain(page: string, key: string): Promise<Response> {
  const headers = { Authorization: `Bearer ${key}` };
  for (let attempt = 1; attempt <= 20; attempt++) {
    const response = await fetch(page, { headers }).catch(() => null);
    if (response?.ok) return response;
    await wait(200);
  }
  throw new Error(`${page} was not answered in 20 attempts.`);
}

/** Every version of the package, oldest first. */
async function readHistory({ url, key, slug }: Package): Promise<string[]> {
  const versions: string[] = [];
  let next: string | undefined = `/api/packages/${slug}/history?limit=1000`;
  while (next) {
    const response = await readAgain(url + next, key);
    const changes = (await response.json()) as { Version: string }[];
    versions.push(...changes.map(({ Version }) => Version));
    next = /^<([^>]+)>/.exec(response.headers.get('Link') ?? '')?.[1];
  }
  return versions.reverse();
}
