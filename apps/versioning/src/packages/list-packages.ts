import { type Database, query, readStatement, stream } from '@platform/db';
import { disconnectSignal, Problem, Slots, streamResponse } from '@platform/http';
import type { Response } from 'express';
import { slugRanges } from '../api-keys/key-access';
import type { Lists } from '../context';
import { type Package, type PackageRow, toPackage } from './packages.dto';

export interface PackageFilter {
  /** The slugs that the key allows; null is every slug. */
  readonly slugPatterns: readonly string[] | null;
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
  await lists.slots.run({ signal: disconnectSignal(response) }, () => {
    response.type('application/json');
    return streamResponse(response, signal =>
      jsonArray(stream(lists.db, listStatement, listParameters(filter, null), { signal })),
    );
  });
}

async function* jsonArray(batches: AsyncIterable<PackageRow[]>): AsyncGenerator<string> {
  let opening = '[';
  for await (const rows of batches) {
    yield opening + rows.map(row => JSON.stringify(toPackage(row))).join(',\n');
    opening = ',\n';
  }
  yield opening === '[' ? '[]' : ']';
}

function listParameters({ slugPatterns, q, after }: PackageFilter, limit: number | null) {
  return { ...slugRanges(slugPatterns), q, after, limit };
}

export const LISTS_AT_ONCE = 4;

/** A list waits two seconds at most for a slot. */
export function createListSlots(): Slots {
  return new Slots({ total: LISTS_AT_ONCE, timeout: 2_000, refuse: busy });
}

function busy(): Problem {
  return new Problem(
    'busy',
    `${LISTS_AT_ONCE} lists without limit are running. Try again after Retry-After seconds, or page with limit.`,
    { headers: { 'Retry-After': '5' } },
  );
}
