import { setTimeout as wait } from 'node:timers/promises';

/** Polls with growing pauses, because polling delays the work. The test's time limit bounds the wait. */
export async function waitUntil(condition: () => boolean | Promise<boolean>): Promise<void> {
  for (let pause = 5; !(await condition()); pause = Math.min(pause * 1.3, 100)) await wait(pause);
}
