import { execute, readStatements, transaction } from '@platform/db';
import { type JudgedChange, requireAllowed } from '../api-keys/key-access';
import type { KeyPrincipal } from '../http/principal';
import type { Context } from '../main/context';
import { findVersion, toChange } from './history';
import { lockPackage, recordChanges } from './packages';
import type { NewVersionState, PackageChange } from './packages.dto';
import { continuePositions } from './position';

const sql = readStatements(__dirname, 'packages.sql');
const mark = sql('mark-withdrawn');

/**
 * Withdraws a version or releases it again. Either way it is never handed out again, and the package's current version
 * does not change. Idempotent.
 * @throws Problem package-not-found, version-not-found, key-scope
 */
export function setState(
  { db, log }: Pick<Context, 'db' | 'log'>,
  key: KeyPrincipal,
  { slug, version }: { readonly slug: string; readonly version: string },
  { State: state, Reason: reason }: NewVersionState,
): Promise<PackageChange> {
  const isWithdrawn = state === 'Withdrawn';
  return transaction(db, async tx => {
    await continuePositions(tx);
    await lockPackage(tx, slug);
    const found = await findVersion(tx, slug, version);
    requireAllowed(key, isWithdrawn ? makingOf(found, version) : { version, sets: true });
    const { packageId, revision, major, minor, patch, preLabel, preNumber } = found;
    const changed = await execute(tx, mark, { packageId, revision, isWithdrawn });
    if (changed > 0) {
      const made = { slug, component: state, keyName: key.name, moves: 'never', reason } as const;
      const repeated = { major, minor, patch, preLabel, preNumber };
      await recordChanges(tx, { id: packageId }, made, [repeated]);
      log.info({ slug, version, state, key: key.name }, 'version state changed');
    }
    return toChange({ ...found, isWithdrawn });
  });
}

/** Whoever may make a version may withdraw it. */
function makingOf({ component }: { readonly component: string }, version: string): JudgedChange {
  switch (component) {
    case 'Major':
    case 'Minor':
    case 'Patch':
      return { version, component };
    default:
      return { version, sets: component !== 'Created', creates: component !== 'Set' };
  }
}
