import { setTimeout as wait } from 'node:timers/promises';

/** Asks again until it is so; the time limit of the test bounds it. */
export async function waitUntil(isSo: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isSo())) await wait(10);
}
