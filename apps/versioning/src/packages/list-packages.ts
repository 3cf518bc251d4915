import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type Database, readStatement, run, stream } from '@platform/db';
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

/** A client that takes nothing for so many milliseconds has left: its snapshot must not stay open. */
const STALLED = 60_000;

/** One page in slug order, and the slug to go on after; null at the end. */
export async function listPackages(
  db: Database,
  filter: PackageFilter,
  limit: number,
): Promise<{ packages: Package[]; next: string | null }> {
  const rows = await run(db, statement, parameters(filter, limit + 1));
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
  // The log, the metrics, the drain and the pipeline all wait for its end: more than Node.js takes for usual.
  response.setMaxListeners(20);
  // A client that leaves while rows are being fetched ends the query, too.
  const leaving = new AbortController();
  response.once('close', () => leaving.abort());
  const { signal } = leaving;
  const text = jsonArray(stream(db, statement, parameters(filter, null), { signal }));
  // The first piece is read before anything is sent, so that a failure still has its own status.
  const first = await text.next();
  response.type('application/json');
  if (response.req.method === 'HEAD') {
    await text.return(undefined);
    response.end();
    return;
  }
  response.setTimeout(STALLED, () => response.destroy());
  await pipeline(Readable.from(startingWith(first, text)), response);
}

async function* jsonArray(batches: AsyncIterable<PackageRow[]>): AsyncGenerator<string> {
  let opening = '[';
  for await (const rows of batches) {
    yield opening + rows.map(row => JSON.stringify(toPackage(row))).join(',\n');
    opening = ',\n';
  }
  yield opening === '[' ? '[]' : ']';
}

async function* startingWith(
  first: IteratorResult<string>,
  rest: AsyncGenerator<string>,
): AsyncGenerator<string> {
  if (!first.done) yield first.value;
  yield* rest;
}

function parameters({ slugPattern, q, after }: PackageFilter, limit: number | null) {
  return { ...slugRange(slugPattern), q, after, limit };
}
