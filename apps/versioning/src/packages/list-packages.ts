import { type Database, query, readStatements } from '@platform/db';
import { type Claim, disconnectSignal, Problem, Slots, streamResponse } from '@platform/http';
import type { Response } from 'express';
import type { SlugRanges } from '../api-keys/key-access';
import { type Package, type PackageRow, toPackage } from './packages.dto';

/** The resources for streaming lists, separate so that slow clients do not delay increments. */
export interface Lists {
  /** A pool of LIST_CONNECTIONS connections. */
  readonly db: Database;
  readonly slots: Slots;
}

export interface PackageFilter extends SlugRanges {
  readonly q: string | null;
  readonly after: string | null;
}

const sql = readStatements(__dirname, 'packages.sql');
const listStatement = sql<PackageRow>('list-packages');

/** Returns a page in slug order, and the slug to continue after, null at the end. */
export async function listPackages(
  { db }: { readonly db: Database },
  filter: PackageFilter,
  limit: number,
): Promise<{ packages: Package[]; next: string | null }> {
  const rows = await query(db, listStatement, { ...filter, limit: limit + 1 });
  const page = rows.slice(0, limit);
  return {
    packages: page.map(toPackage),
    next: rows.length > limit ? page.at(-1)!.slug : null,
  };
}

/** Sends every package in slug order as one JSON array, batch by batch. @throws Problem busy */
export async function streamPackages(
  { lists }: { readonly lists: Lists },
  filter: PackageFilter,
  { caller, response }: { readonly caller: Claim['caller']; readonly response: Response },
): Promise<void> {
  const signal = disconnectSignal(response);
  await lists.slots.run({ caller, signal }, () => {
    response.type('application/json');
    return streamResponse(response, jsonArray(inBatches(lists.db, filter, signal)));
  });
}

const BATCH = 500;

/** Runs a statement per batch, so that a slow client holds no connection. */
async function* inBatches(
  db: Database,
  filter: PackageFilter,
  signal: AbortSignal,
): AsyncGenerator<PackageRow[]> {
  let { after } = filter;
  for (;;) {
    const rows = await db.fetching(() => {
      signal.throwIfAborted();
      return query(db, listStatement, { ...filter, after, limit: BATCH });
    });
    if (rows.length > 0) yield rows;
    if (rows.length < BATCH) return;
    after = rows.at(-1)!.slug;
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

/** A list uses one connection, while it reads a batch. */
export const LIST_CONNECTIONS = 4;

const LISTS_AT_ONCE = 64;
const LISTS_OF_CALLER = 4;

/** Limits the batches in memory. A list waits at most two seconds for a slot. */
export function createListSlots(): Slots {
  return new Slots({
    total: LISTS_AT_ONCE,
    perCaller: LISTS_OF_CALLER,
    timeout: 2_000,
    refuse: (_claim, isOwn) => {
      const lists = isOwn ? `${LISTS_OF_CALLER} lists of this key` : `${LISTS_AT_ONCE} lists`;
      return new Problem(
        'busy',
        `${lists} without limit are running. Try again after Retry-After seconds, or page with limit.`,
        { headers: { 'Retry-After': '5' } },
      );
    },
  });
}
