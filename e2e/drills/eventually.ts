import { setTimeout as wait } from 'node:timers/promises';

/**
 * The result of work that may fail for a while: of a server that was disturbed.
 * @throws what it fails with after 60 seconds
 */
export async function eventually<Result>(work: () => Promise<Result>): Promise<Result> {
  const deadline = performance.now() + 60_000;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (performance.now() > deadline) throw error;
      await wait(200);
    }
  }
}
