import { Problem } from '@platform/http';
import { createBoundedQueue, type RunQueued } from '../../bounded-queue';

/** Hashes or verifies a password as soon as there is room. @throws Problem busy */
export type HashQueue = RunQueued;

/** For each that runs: ten seconds, at 0.2 s each. */
const MAX_WAITING = 50;

/** Seconds, half of what a full queue takes. */
const RETRY_AFTER = '5';

/** How many hashes run at once: a core and one of the four threads of libuv are left to everything else. */
export function hashConcurrency(cores: number): number {
  return Math.max(1, Math.min(3, cores - 1));
}

/**
 * Limits how many passwords are hashed at once, a fifth of a second of a core each; the others wait in order,
 * and one that would wait too long is refused.
 */
export function createHashQueue(concurrency: number): HashQueue {
  const maxWaiting = concurrency * MAX_WAITING;
  return createBoundedQueue({ concurrency, maxWaiting, refuse: tooManyWait });
}

function tooManyWait(): Problem {
  return new Problem(
    'busy',
    'Too many sign-ins are waiting. Try again after Retry-After seconds.',
    { headers: { 'Retry-After': RETRY_AFTER } },
  );
}
