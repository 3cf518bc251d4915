import { Problem } from '@platform/http';
import { createTurns, type TakeTurn } from '../../turns';

/** Hashes or checks a password when its turn comes. @throws Problem busy */
export type HashQueue = TakeTurn;

/** How many may wait for each that runs: ten seconds, at a fifth of a second each. */
const WAITING = 50;

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
export function createHashQueue(atOnce: number): HashQueue {
  return createTurns({ atOnce, waiting: atOnce * WAITING, refuse: tooManyWait });
}

function tooManyWait(): Problem {
  return new Problem(
    'busy',
    'Too many sign-ins are waiting. Try again after Retry-After seconds.',
    { headers: { 'Retry-After': RETRY_AFTER } },
  );
}
