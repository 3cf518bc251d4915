import { type Database, query, readStatements, type Transaction } from '@platform/db';
import { Problem } from '@platform/http/problems';
import { MAX_PART } from './semantic-version';

/** The position of a change in the global order, which is that of transactions. */
export interface Position {
  readonly position: number;
  readonly packageId: number;
  readonly revision: number;
}

const FIRST: Position = { position: 0, packageId: 0, revision: 0 };
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

/** @throws Problem invalid-request naming `parameter` */
export function parsePosition(parameter: string, cursor: string): Position {
  const limits = [LAST.position, LAST.packageId, LAST.revision];
  const [position, packageId, revision] = parseCursor(parameter, cursor, limits) as [
    number,
    number,
    number,
  ];
  return { position, packageId, revision };
}

export function formatPosition({ position, packageId, revision }: Position): string {
  return formatCursor(position, packageId, revision);
}

/** The format is opaque to clients and may change. */
export function formatCursor(...parts: readonly number[]): string {
  return Buffer.from(parts.join('.')).toString('base64url');
}

/**
 * Returns the numbers of a cursor, whose absolute values are at most the corresponding elements of `limits`.
 * @throws Problem invalid-request naming `parameter`
 */
export function parseCursor(
  parameter: string,
  text: string,
  limits: readonly number[],
): readonly number[] {
  const decoded = Buffer.from(text, 'base64url').toString();
  const parts = /^-?\d{1,16}(\.-?\d{1,16})*$/.test(decoded) ? decoded.split('.').map(Number) : [];
  const isWhole = parts.length === limits.length;
  if (isWhole && parts.every((part, index) => Math.abs(part) <= limits[index]!)) return parts;
  throw new Problem(
    'invalid-request',
    `${parameter} must be a cursor from the Link header of a page.`,
  );
}
