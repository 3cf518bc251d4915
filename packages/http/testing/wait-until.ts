import { setTimeout as wait } from 'node:timers/promises';

/** Asks again until it is so, ever less often: asking delays what is waited for. The test's time limit bounds it. */
export async function waitUntil(isSo: () => boolean | Promise<boolean>): Promise<void> {
  for (let pause = 5; !(await isSo()); pause = Math.min(pause * 1.3, 100)) await wait(pause);
}
