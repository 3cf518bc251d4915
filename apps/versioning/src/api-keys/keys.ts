import { generateSecret } from '@platform/auth/secret';
import { type Database, query, readStatements, type Transaction, transaction } from '@platform/db';
import type { Log } from '@platform/http/log';
import { Problem } from '@platform/http/problems';
import type { Access, KeyPrincipal } from '../http/principal';
import type { Config } from '../main/config';
import { FULL_ACCESS, isWithin } from './key-access';
import { COMMAND_LINE_NAME, requireOwnName, requireUnusedName } from './key-names';
import { findUnrevokedKey, type KeyRecord } from './key-records';

/** The actor that manages keys; the command line has no ID, like a bootstrap key. */
export type Manager = Access & Pick<KeyPrincipal, 'id' | 'name'>;

/** Has full access, because commands access the database directly. */
export const COMMAND_LINE: Manager = { ...FULL_ACCESS, id: null, name: COMMAND_LINE_NAME };

export interface KeyTools {
  readonly db: Database;
  readonly log: Log;
  readonly config: Pick<Config, 'environment' | 'trustedIssuers'>;
  /** Absent on the command line, where keys are named by prefix. */
  readonly bootstrapKeys?: readonly { readonly name: string }[];
}

export interface NewKey extends Access {
  readonly name: string;
}

export interface IssuedKey extends KeyRecord {
  /** Shown once; only its hash is stored. */
  readonly secret: string;
}

const sql = readStatements(__dirname, 'keys.sql');
const lockStatement = sql('lock-keys');
const issueStatement = sql<{ id: number; createdAt: Date }>('issue-key');

/**
 * @throws Problem key-scope for a key that exceeds or outlives `manager`, invalid-request for a name that is reserved
 *   or in use
 */
export async function issueKey(
  { db, log, config }: KeyTools,
  manager: Manager,
  key: NewKey,
): Promise<IssuedKey> {
  requireOwnName(key.name, config);
  requireWithin(key, manager);
  const { secret, prefix, hash } = generateSecret('vrk', config.environment);
  const [issued] = await changeKeys(db, async tx => {
    await requireUnusedName(tx, key.name);
    return query(tx, issueStatement, {
      ...key,
      allows: key.allows && JSON.stringify(key.allows),
      prefix,
      hash,
      creatorId: manager.id,
      actor: manager.name,
      detail: describeAccess(key),
    });
  });
  if (!issued)
    throw new Problem('key-scope', 'The key that issues this one was revoked in the meantime.');
  const { name: createdBy } = manager;
  log.info({ key: key.name, credential: prefix, scopes: key.scopes, by: createdBy }, 'key issued');
  return { ...key, ...issued, prefix, secret, createdBy, revokedAt: null, lastUsedAt: null };
}

/** How long the previous secret of a rotated key keeps working, in seconds. */
export const DEFAULT_OVERLAP = 3_600;

const rotateStatement = sql<{ id: number }>('rotate-key');

/**
 * Replaces the secret. The previous one keeps working for `overlap` seconds; any earlier one stops working. A key may
 * rotate itself and the keys that it issued, so that revoking it revokes every secret it has seen.
 * @throws Problem key-not-found, key-scope, key-fixed
 */
export async function rotateKey(
  { db, log, config, bootstrapKeys }: KeyTools,
  manager: Manager,
  { id, overlap }: { readonly id: string; readonly overlap: number },
): Promise<IssuedKey> {
  const key = await getManagedKey({ db, bootstrapKeys }, manager, id);
  await requireIssued(db, key, manager);
  const { secret, prefix, hash } = generateSecret('vrk', config.environment);
  const rotated = await changeKeys(db, tx =>
    query(tx, rotateStatement, { id: key.id, overlap, prefix, hash, ...actorOf(manager) }),
  );
  if (rotated.length === 0) throw keyNotFound(id);
  log.info({ key: key.name, credential: prefix, overlap, by: manager.name }, 'key rotated');
  return { ...key, prefix, secret };
}

const isIssuedByStatement = sql<{ isIssued: boolean }>('is-issued-by');

/** The issuers of a key never change, so they may be read before the change. */
async function requireIssued(db: Database, key: KeyRecord, { id, name }: Manager): Promise<void> {
  if (id === null) return;
  const [row] = await query(db, isIssuedByStatement, { id: key.id, issuerId: id });
  if (row!.isIssued) return;
  throw new Problem(
    'key-scope',
    `The key ${name} may rotate only itself and the keys that it issued. Rotate others with a bootstrap key or on the ` +
      'command line: versioning keys rotate.',
  );
}

export interface Revoked extends Pick<KeyRecord, 'name' | 'prefix'> {
  /** A key that stays may only lose its former secret. */
  readonly revoked: 'key' | 'former secret';
}

export interface RevokeOptions {
  readonly withRotated?: boolean;
  readonly issuedBefore?: Date | null;
}

const revokeStatement = sql<Revoked>('revoke-keys');

/** Revokes a key and those that it issued. @throws Problem key-not-found, key-scope, key-fixed */
export async function revokeKey(
  tools: Omit<KeyTools, 'config'>,
  manager: Manager,
  id: string,
): Promise<void> {
  const key = await getManagedKey(tools, manager, id);
  const revoked = await revokeKeys(tools, manager, [key.id]);
  if (revoked.length === 0) throw keyNotFound(id);
}

/**
 * @param options.withRotated also revokes the keys that a revoked key has rotated, as far back as the audit goes
 * @param options.issuedBefore also ends the former secrets, issued before it, of keys that were rotated since and stay
 */
export async function revokeKeys(
  { db, log }: Omit<KeyTools, 'config'>,
  manager: Manager,
  ids: readonly number[],
  { withRotated = false, issuedBefore = null }: RevokeOptions = {},
): Promise<Revoked[]> {
  const rows = await changeKeys(db, tx =>
    query(tx, revokeStatement, { ids, withRotated, issuedBefore, ...actorOf(manager) }),
  );
  for (const { name, prefix, revoked } of rows) {
    log.info({ key: name, credential: prefix, by: manager.name }, `${revoked} revoked`);
  }
  return rows;
}

function actorOf({ id, name }: Manager) {
  return { actor: name, actorId: id };
}

/** Serializes all changes of keys. */
function changeKeys<Result>(
  db: Database,
  work: (tx: Transaction) => Promise<Result>,
): Promise<Result> {
  return transaction(db, async tx => {
    await query(tx, lockStatement);
    return work(tx);
  });
}

/** Access is immutable, so it may be checked before the change. */
async function getManagedKey(
  { db, bootstrapKeys = [] }: Pick<KeyTools, 'db' | 'bootstrapKeys'>,
  manager: Manager,
  id: string,
): Promise<KeyRecord> {
  if (bootstrapKeys.some(({ name }) => name === id)) {
    throw new Problem(
      'key-fixed',
      `${id} is a key of VERSIONING_API_KEYS. Change that setting and restart the service.`,
    );
  }
  const key = id.startsWith('bootstrap-') ? null : await findUnrevokedKey(db, id);
  if (!key) throw keyNotFound(id);
  requireWithin(key, manager);
  return key;
}

function requireWithin(key: Access, manager: Manager): void {
  if (isWithin(key, manager)) return;
  throw new Problem(
    'key-scope',
    `The key ${manager.name} manages keys within its own access: ${describeAccess(manager)}.`,
  );
}

function keyNotFound(id: string): Problem {
  return new Problem(
    'key-not-found',
    `There is no active key ${id}. List keys with GET /api/keys.`,
  );
}

/** Returns, for example, `read, write; team-a-*; until 2027-01-31T00:00:00.000Z`. */
function describeAccess({ scopes, allows, slugPatterns, expiresAt }: Access): string {
  const slugs = slugPatterns?.join(', ') ?? 'every slug';
  const rules = allows ? [`Allows ${JSON.stringify(allows)}`] : [];
  const end = expiresAt ? `until ${expiresAt.toISOString()}` : 'no expiry';
  return [scopes.join(', '), slugs, ...rules, end].join('; ');
}
