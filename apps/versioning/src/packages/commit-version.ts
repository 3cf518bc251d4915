import { query, readStatements, type Transaction } from '@platform/db';
import type { StoredResponse } from '../http/stored-response';
import { findPrevious } from './history';
import type { WantedVersion } from './next-version';
import { getPackage } from './packages';
import { toPackage } from './packages.dto';
import { formatHistoryVersion, type HistoryVersion } from './semantic-version';

interface MadeVersion extends HistoryVersion {
  readonly packageId: number;
  readonly revision: number;
  readonly at: Date;
}

const sql = readStatements(__dirname, 'packages.sql');
const find = sql<MadeVersion>('find-made');

/** The version of this kind that was made for the commit, as an increment gives it; null where there is none. */
export async function findMade(
  tx: Transaction,
  { slug, component, line, label, commit }: WantedVersion & { readonly commit: string },
): Promise<{ readonly version: string; readonly response: StoredResponse } | null> {
  const [made] = await query(tx, find, {
    slug,
    component,
    label,
    commit,
    lineMajor: line?.major ?? null,
    lineMinor: line?.minor ?? null,
  });
  if (!made) return null;
  const { major, minor, patch, preLabel, preNumber } = made;
  const version = formatHistoryVersion(made);
  const body = {
    ...toPackage({ ...(await getPackage(tx, slug)), major, minor, patch }),
    Version: version,
    Previous: await findPrevious(tx, made),
    ...(preLabel !== null && { PreRelease: `${preLabel}.${preNumber}` }),
  };
  const headers = { 'Once-Replayed': 'commit' };
  return { version, response: { status: 200, headers, body: JSON.stringify(body) } };
}
