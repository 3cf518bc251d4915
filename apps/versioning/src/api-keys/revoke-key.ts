import { type Database, query, readStatement } from '@platform/db';

interface MatchingKey {
  name: string;
  prefix: string;
}

const statement = readStatement<MatchingKey>(__dirname, 'revoke-key.sql');

/**
 * Revokes the one key in use whose prefix begins with `prefix`; it stops on the very next call.
 * @throws Error, in a sentence for the operator, when no key matches or more than one does; none is
 * revoked then
 */
export async function revokeKey(db: Database, prefix: string): Promise<MatchingKey> {
  const [key, ...others] = await query(db, statement, { prefix });
  if (!key)
    throw new Error(`No key in use begins with ${prefix}. List them with: versioning keys list`);
  if (others.length > 0) {
    const prefixes = [key, ...others].map(match => match.prefix).join(', ');
    throw new Error(`${prefix} is ambiguous: it begins ${prefixes}. Give more of the prefix.`);
  }
  return key;
}
