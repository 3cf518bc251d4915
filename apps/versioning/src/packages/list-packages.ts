import { type Database, query, readStatement, stream } from '@platform/db';
import { Problem, streamResponse } from '@platform/http';
import type { Response } from 'express';
import { slugRange } from '../api-keys/key-access';
import { type Package, type PackageRow, toPackage } from './packages.dto';

export interface PackageFilter {
  /** The slugs that the key allows; null is every slug. */
  readonly slugPattern: string | null;
  readonly q: string | null;
  readonly after: string | null;
}

const listStatement = readStatement<PackageRow>(__dirname, 'list-packages.sql');

/** One page in slug order, and the slug to continue after; null at the end. */
export async function listPackages(
  { db }: { readonly db: Database },
  filter: PackageFilter,
  limit: number,
): Promise<{ packages: Package[]; next: string | null }> {
  const rows = await query(db, listStatement, listParameters(filter, limit + 1));
  const page = rows.slice(0, limit);
  return {
    packages: page.map(toPackage),
    next: rows.length > limit ? (page.at(-1)?.slug ?? null) : null,
  };
}

/** Sends every package in slug order as one JSON array, row by row. @throws Problem busy */
export async function streamPackages(
  { lists }: { readonly lists: Lists },
  filter: PackageFilter,
  response: Response,
): Promise<void> {
  const release = await lists.slots.acquire();
  try {
    response.type('application/json');
    await streamResponse(response, signal =>
      jsonArray(stream(lists.db, listStatement, listParameters(filter, null), { signal })),
    );
  } finally {
    release();
  }
}

async function* jsonArray(batches: AsyncIterable<PackageRow[]>): AsyncGenerator<string> {
  let opening = '[';
  for await (const rows of batches) {
    yield opening + rows.map(row => JSON.stringify(toPackage(row))).join(',\n');
    opening = ',\n';
  }
  yield opening === '[' ? '[]' : ']';
}

function listParameters({ slugPattern, q, after }: PackageFilter, limit: number | null) {
  return { ...slugRange(slugPattern), q, after, limit };
}

/** Lists that stream at the same time. */
export const LISTS_AT_ONCE = 4;

/** What lists stream by: a client that reads slowly holds a connection, and must not delay increments. */
export interface Lists {
  /** A pool of its own, of LISTS_AT_ONCE connections. */
  readonly db: Database;
  readonly slots: ListSlots;
}

/** Milliseconds that a list waits for a slot. */
const SLOT_TIMEOUT = 2_000;

/** At most LISTS_AT_ONCE lists stream; another waits a moment and is then refused. */
export class ListSlots {
  private free = LISTS_AT_ONCE;
  private readonly waiting = new Set<() => void>();

  /** Resolves with the function that frees the slot. @throws Problem busy */
  async acquire(): Promise<() => void> {
    if (this.free === 0) await this.wait();
    else this.free -= 1;
    return () => {
      const [next] = this.waiting;
      if (next) next();
      else this.free += 1;
    };
  }

  private wait(): Promise<void> {
    return new Promise((resolve, reject) => {
      const take = () => {
        clearTimeout(timer);
        this.waiting.delete(take);
        resolve();
      };
      const timer = setTimeout(() => {
        this.waiting.delete(take);
        reject(busy());
      }, SLOT_TIMEOUT);
      this.waiting.add(take);
    });
  }
}

function busy(): Problem {
  return new Problem(
    'busy',
    `${LISTS_AT_ONCE} lists without limit are running. Try again after Retry-After seconds, or page with limit.`,
    { headers: { 'Retry-After': '5' } },
  );
}
