import { Problem } from '@platform/http';
import pLimit from 'p-limit';

/** How many of the pool's connections changes that wait for locks may hold: a third. */
export function waitingShare(connections: number): number {
  return Math.max(1, Math.floor(connections / 3));
}

/**
 * Runs the changes of one package one after the other, and those of all packages a few at once: a change that
 * waits for a lock holds a connection, and a blocked package must not take them all. Increments have queues of
 * their own.
 */
export class ChangeQueue {
  /** By slug, the end of its last change; while there is one. */
  private readonly last = new Map<string, Promise<void>>();
  private readonly limitAll: <Result>(work: () => Promise<Result>) => Promise<Result>;

  /** @param maxWaitMs after which a change that still waits is refused */
  constructor(
    connections: number,
    private readonly maxWaitMs: number,
  ) {
    this.limitAll = pLimit(waitingShare(connections));
  }

  /** @throws Problem database-unavailable */
  run<Result>(slug: string, work: () => Promise<Result>): Promise<Result> {
    const asked = performance.now();
    const inTime = () => {
      if (performance.now() - asked > this.maxWaitMs) throw blocked(slug);
      return work();
    };
    const before = this.last.get(slug) ?? Promise.resolve();
    const result = before.then(() => this.limitAll(async () => inTime()));
    const leave = () => {
      if (this.last.get(slug) === end) this.last.delete(slug);
    };
    const end = result.then(leave, leave);
    this.last.set(slug, end);
    return result;
  }
}

/** As a statement that waited for the lock itself would end. */
function blocked(slug: string): Problem {
  return new Problem(
    'database-unavailable',
    `Earlier changes of ${slug} are still waiting in the database. Try again after Retry-After seconds.`,
    { headers: { 'Retry-After': '2' } },
  );
}
