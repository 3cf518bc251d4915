import { type Database, query, readStatements } from '@platform/db';
import type { CallerMembership, Service } from '../../http/principal';

const sql = readStatements(__dirname, 'find-service.sql');

/** The current state of a service account and its organization. */
export interface FoundService extends Omit<Service, 'kind'> {
  readonly isExpired: boolean;
  readonly own: CallerMembership;
}

const find = sql<FoundService>('find-service');

/** Finds the service account of a secret by its hash. Not cached. */
export async function findService(db: Database, hash: Buffer): Promise<FoundService | null> {
  const [found] = await query(db, find, { hash });
  return found ?? null;
}
