import { type Database, query, readStatement } from '@platform/db';
import { GroupCommit } from '../group-commit';
import type { KeyPrincipal } from './key-principal';
import type { Scope } from './scope';

interface KeyRow {
  hash: Buffer;
  name: string;
  prefix: string;
  scopes: Scope[];
  slugPattern: string | null;
  isExpired: boolean;
}

const statement = readStatement<KeyRow>(__dirname, 'find-key.sql');

/** A stored key; `isExpired` ones are found so that the answer can say why they are refused. */
export interface FoundKey extends KeyPrincipal {
  readonly isExpired: boolean;
}

/**
 * Looks keys up by their hash. Every request asks the database, so a revoked key stops on the very next
 * call; requests that arrive together share one statement.
 */
export function createKeyFinder(db: Database): GroupCommit<Buffer, FoundKey | null> {
  return new GroupCommit(async hashes => {
    const rows = await query(db, statement, { hashes });
    const found = new Map(rows.map(row => [row.hash.toString('hex'), toPrincipal(row)]));
    return hashes.map(hash => ({ result: found.get(hash.toString('hex')) ?? null }));
  });
}

function toPrincipal({ prefix, ...key }: KeyRow): FoundKey {
  return { ...key, credential: prefix };
}
