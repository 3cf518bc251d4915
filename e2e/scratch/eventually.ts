import { setTimeout as wait } from 'node:timers/promises';

/**
 * The result of work that may fail for a while.
 * @throws what it fails with after `seconds`
 */
export async function eventually<Result>(
  work: () => Promise<Result>,
  seconds = 60,
): Promise<Result> {
  const deadline = performance.now() + seconds * 1_000;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (performance.now() > deadline) throw error;
      await wait(200);
    }
  }
}
