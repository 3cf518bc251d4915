import { lock } from 'proper-lockfile';

/** Lets one process at a time do `work` on `target`. The lock of a process that died is void after 10 s. */
export async function exclusively<Result>(
  target: string,
  work: () => Promise<Result>,
): Promise<Result> {
  const release = await lock(target, {
    realpath: false,
    lockfilePath: `${target}.lock`,
    stale: 10_000,
    retries: { forever: true, minTimeout: 50, maxTimeout: 250, factor: 1.5 },
    // By default an uncaught exception. A machine that slept has lost the lock, and can finish all the same.
    onCompromised: () => undefined,
  });
  try {
    return await work();
  } finally {
    await release().catch(() => undefined);
  }
}
