import { Problem, Slots } from '@platform/http';

/**
 * Serializes the changes of a package, the caller of a claim, and gives those of all packages a third of the pool: a
 * change that waits for a lock holds a connection.
 * @param timeout in milliseconds, after which a waiting change is refused
 */
export function createChangeQueue(connections: number, timeout: number): Slots {
  return new Slots({
    total: Math.max(1, Math.floor(connections / 3)),
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
