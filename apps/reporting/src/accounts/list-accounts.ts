import { type Database, readStatement, run } from '@platform/db';

export interface AccountRecord {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly isOperator: boolean;
  readonly apiAccess: boolean;
  readonly reportAccess: boolean;
  readonly isEnabled: boolean;
  readonly hasPassword: boolean;
  /** What people see of its personal secret; null when it has none. */
  readonly secretPrefix: string | null;
  readonly organizations: readonly {
    readonly handle: string;
    readonly hasAccess: boolean;
    readonly isDeveloper: boolean;
  }[];
}

const statement = readStatement<AccountRecord>(__dirname, 'list-accounts.sql');

/** Every account by name; with `q` those whose name has all its words, or whose e-mail contains it. */
export function listAccounts(db: Database, q: string | null): Promise<AccountRecord[]> {
  return run(db, statement, { q });
}
