import { type Database, query, readStatement } from '@platform/db';
import type { Account } from './accounts.dto';

const EVERY_ACCOUNT = { pageSize: null, offset: 0 };

type AccountRow = { total: number } & (Account | { id: null });

const statement = readStatement<AccountRow>(__dirname, 'list-accounts.sql');

/** Every account by name; with `q` those whose name has all its words, or whose e-mail contains it. */
export async function listAccounts(
  db: Database,
  q: string | null,
  { pageSize: limit, offset }: { pageSize: number | null; offset: number } = EVERY_ACCOUNT,
): Promise<{ items: Account[]; total: number }> {
  const rows = await query(db, statement, { q, limit, offset });
  const items = rows.flatMap(({ total: _, ...account }) => (account.id === null ? [] : [account]));
  return { items, total: rows[0]?.total ?? 0 };
}
