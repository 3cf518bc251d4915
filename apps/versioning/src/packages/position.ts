import { type Database, query, readStatement, type Transaction } from '@platform/db';
import { formatCursor, parseCursor } from './cursor';
import { LARGEST_PART } from './semantic-version';

/** Global order of changes, by transaction. */
export interface Position {
  readonly position: number;
  readonly packageId: number;
  readonly revision: number;
}

const FIRST: Position = { position: 0, packageId: 0, revision: 0 };
export const LAST: Position = {
  position: Number.MAX_SAFE_INTEGER,
  packageId: LARGEST_PART,
  revision: LARGEST_PART,
};

const horizonStatement = readStatement<Position>(__dirname, 'read-horizon.sql');
const continueStatement = readStatement<{ setval: number }>(__dirname, 'continue-positions.sql');

/** The last committed change that no running transaction can precede any more. */
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
