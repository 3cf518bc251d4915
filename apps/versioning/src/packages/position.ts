import { type Database, query, readStatements, type Transaction } from '@platform/db';
import { Problem } from '@platform/http/problems';
import { MAX_PART } from './semantic-version';

/** The position of a change in the global order, which is that of transactions. */
export interface Position {
  readonly position: number;
  readonly packageId: number;
  readonly revision: number;
}

export const FIRST: Position = { position: 0, packageId: 0, revision: 0 };
export const LAST: Position = {
  position: Number.MAX_SAFE_INTEGER,
  packageId: MAX_PART,
  revision: MAX_PART,
};

const sql = readStatements(__dirname, 'releases.sql');
const horizonStatement = sql<Position>('read-horizon');
const continueStatement = sql<{ setval: number }>('continue-positions');

/** The last committed change that no running transaction can still precede. */
export async function readHorizon(db: Database): Promise<Position> {
  await continuePositions(db);
  const [horizon = FIRST] = await query(db, horizonStatement);
  return horizon;
}

/** Call before writing a change: positions must keep growing after a restore into another cluster. */
export async function continuePositions(on: Database | Transaction): Promise<void> {
  await query(on, continueStatement);
}

/** The format is opaque to clients and may change. `largest` has the order of the numbers. */
export function formatCursor<Cursor extends object>(cursor: Cursor, largest: Cursor): string {
  const numbers = Object.keys(largest).map(name => cursor[name as keyof Cursor]);
  return Buffer.from(numbers.join('.')).toString('base64url');
}

/** Parses a cursor of numbers up to those of `largest`. @throws Problem invalid-request naming `parameter` */
export function parseCursor<Cursor extends object>(
  parameter: string,
  text: string,
  largest: Cursor,
): Cursor {
  const decoded = Buffer.from(text, 'base64url').toString();
  const numbers = /^-?\d{1,16}(\.-?\d{1,16})*$/.test(decoded) ? decoded.split('.').map(Number) : [];
  const names = Object.keys(largest);
  const limits = Object.values(largest) as number[];
  const areValid = numbers.every((number, index) => Math.abs(number) <= limits[index]!);
  if (numbers.length === names.length && areValid) {
    return Object.fromEntries(names.map((name, index) => [name, numbers[index]])) as Cursor;
  }
  throw new Problem(
    'invalid-request',
    `${parameter} must be a cursor from the Link header of a page.`,
  );
}
