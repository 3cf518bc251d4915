import type { Release } from '@platform/auth';
import { hashPassword, validatePassword, verifyPassword } from '@platform/auth/passwords';
import {
  type Database,
  execute,
  readStatements,
  type Transaction,
  transaction,
} from '@platform/db';
import type { Claim } from '@platform/http';
import { invalidField } from '@platform/http/problems';
import { recordEvent } from '../../audit/audit-events';
import { actorOf, COMMAND_LINE, type Person } from '../../http/principal';
import { problemOf } from '../../http/problems';
import { refusals, unauthenticated } from '../../http/refusals';
import type { Context } from '../../main/context';
import type { FoundAccount } from '../accounts/accounts';
import { endSessions } from './sessions';
import type { PasswordChange } from './sign-in.dto';

const sql = readStatements(__dirname, 'passwords.sql');

const store = sql('store-password');

interface NewPassword {
  readonly accountId: number;
  readonly passwordHash: string;
  /** The hash to replace; null replaces any. */
  readonly currentHash?: string | null;
  /** Null for the owner. */
  readonly actor?: string | null;
  readonly address?: string | null;
  readonly detail?: object;
  /** The session that continues. */
  readonly except?: string | null;
}

/** Stores a password and ends the account's other sessions. Returns false if `currentHash` has changed. Audited. */
export async function storePassword(
  tx: Transaction,
  { detail = {}, except = null, ...password }: NewPassword,
): Promise<boolean> {
  const defaults = { currentHash: null, actor: null, address: null };
  const given = { ...defaults, ...password, detail: JSON.stringify(detail) };
  const isStored = (await execute(tx, store, given)) > 0;
  if (isStored) await endSessions(tx, { accountId: password.accountId, except });
  return isStored;
}

/**
 * Changes a password and ends the account's other sessions. Wrong current passwords are counted and audited.
 * @throws Problem session-invalid, sign-in-failed, invalid-request, rate-limited, busy
 */
export async function changePassword(
  context: Context,
  person: Person,
  { current, new: chosen }: PasswordChange,
  { address, claim }: { readonly address: string | null; readonly claim: Claim },
): Promise<void> {
  const { account, sessionId } = person;
  const fault = validatePassword(chosen, account.email ?? '');
  if (fault !== null) throw invalidField('new', fault);
  const { db, slots } = context;
  const stored = await db.prisma.account.findUnique({
    where: { id: account.id },
    select: { passwordHash: true },
  });
  // Erased since the request was authenticated.
  if (stored === null) throw refusals.sessionInvalid();
  const currentHash = stored.passwordHash;
  const { failedPasswordChanges } = context.limits;
  await failedPasswordChanges.refuseIfSpent(account.uuid);
  const isCorrect = await verifyCounted(
    slots,
    claim,
    { password: current, hash: currentHash },
    () => failedPasswordChanges.take(account.uuid),
  );
  if (!isCorrect) {
    await recordEvent(db, { kind: 'password-change-failed', ...actorOf(person), address });
    throw unauthenticated(problemOf('wrong-password'));
  }
  const passwordHash = await slots.passwords.run(claim, () => hashPassword(chosen));
  const changed = { accountId: account.id, currentHash, passwordHash, address, except: sessionId };
  const isStored = await transaction(db, tx => storePassword(tx, changed));
  if (!isStored) throw unauthenticated(problemOf('wrong-password'));
}

/**
 * Counts an attempt before checking its password, so that concurrent attempts cannot exceed the limit, but only once a
 * hashing slot is free, so that waiting attempts do not count. A correct password is uncounted.
 */
export function verifyCounted(
  { passwords }: Context['slots'],
  claim: Claim,
  { password, hash }: { readonly password: string; readonly hash: string | null },
  count: () => Promise<Release>,
): Promise<boolean> {
  return passwords.run(claim, async () => {
    const release = await count();
    const isCorrect = await verifyPassword(password, hash);
    if (isCorrect) await release();
    return isCorrect;
  });
}

/**
 * Sets a password at the command line and ends the account's sessions. Audited.
 * @throws Problem unknown-account; Error for a rejected password
 */
export async function setPassword(
  db: Database,
  { id: accountId, email }: FoundAccount,
  password: string,
): Promise<void> {
  const fault = validatePassword(password, email);
  if (fault !== null) throw new Error(`The password was rejected: it ${fault}.`);
  const set = { accountId, passwordHash: await hashPassword(password), actor: COMMAND_LINE };
  const isStored = await transaction(db, tx => storePassword(tx, set));
  if (!isStored) throw problemOf('unknown-account');
}
