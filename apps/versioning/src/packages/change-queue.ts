import { Problem, Slots } from '@platform/http';

/** A third of the pool: changes that wait for locks must leave connections to others. */
export function waitingShare(connections: number): number {
  return Math.max(1, Math.floor(connections / 3));
}

/**
 * Serializes the changes of a package, the caller of a claim, and bounds those of all packages: a waiting change holds
 * a connection. Increments have queues of their own.
 * @param timeout in milliseconds, after which a waiting change is refused
 */
export function createChangeQueue(connections: number, timeout: number): Slots {
  return new Slots({
    total: waitingShare(connections),
    perCaller: 1,
    timeout,
    refuse: ({ caller }) => blocked(String(caller)),
  });
}

/** The problem of a statement that timed out waiting for the lock. */
function blocked(slug: string): Problem {
  return new Problem(
    'database-unavailable',
    `Earlier changes of ${slug} are still waiting in the database. Try again after Retry-After seconds.`,
    { headers: { 'Retry-After': '2' } },
  );
}
