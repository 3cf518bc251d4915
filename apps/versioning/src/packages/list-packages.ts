import { type Database, query, readStatement, stream } from '@platform/db';
import { streamResponse } from '@platform/http';
import type { Response } from 'express';
import { slugRange } from '../api-keys/slug-pattern';
import { type Package, type PackageRow, toPackage } from './packages.dto';

export interface PackageFilter {
  /** What the key reaches; null is every slug. */
  readonly slugPattern: string | null;
  readonly q: string | null;
  readonly after: string | null;
}

const statement = readStatement<PackageRow>(__dirname, 'list-packages.sql');

/** One page in slug order, and the slug to go on after; null at the end. */
export async function listPackages(
  db: Database,
  filter: PackageFilter,
  limit: number,
): Promise<{ packages: Package[]; next: string | null }> {
  const rows = await query(db, statement, parameters(filter, limit + 1));
  const page = rows.slice(0, limit);
  return {
    packages: page.map(toPackage),
    next: rows.length > limit ? (page.at(-1)?.slug ?? null) : null,
  };
}

/** Sends every package in slug order as one JSON array, row by row: memory stays flat at a million. */
export async function streamPackages(
  db: Database,
  filter: PackageFilter,
  response: Response,
): Promise<void> {
  response.type('application/json');
  await streamResponse(response, signal =>
    jsonArray(stream(db, statement, parameters(filter, null), { signal })),
  );
}

async function* jsonArray(batches: AsyncIterable<PackageRow[]>): AsyncGenerator<string> {
  let opening = '[';
  for await (const rows of batches) {
    yield opening + rows.map(row => JSON.stringify(toPackage(row))).join(',\n');
    opening = ',\n';
  }
  yield opening === '[' ? '[]' : ']';
}

function parameters({ slugPattern, q, after }: PackageFilter, limit: number | null) {
  return { ...slugRange(slugPattern), q, after, limit };
}
