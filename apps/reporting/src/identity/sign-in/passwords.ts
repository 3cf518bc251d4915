import { hashPassword, validatePassword, verifyPassword } from '@platform/auth/passwords';
import { type Database, query, readStatements, transaction } from '@platform/db';
import type { Claim } from '@platform/http';
import { invalidFields } from '@platform/http/problems';
import { recordEvent } from '../../audit/audit';
import { actorOf, type Person } from '../../http/principal';
import { problemOf } from '../../http/problems';
import { unauthenticated } from '../../http/refusals';
import type { Context } from '../../main/context';
import { noSuchAccount } from '../accounts/accounts';
import { endSessions } from './sessions';
import type { PasswordChange } from './sign-in.dto';

const sql = readStatements(__dirname, 'passwords.sql');

const change = sql<{ id: number }>('change-password');

/**
 * Changes a password and ends the account's other sessions. Wrong current passwords are counted and audited.
 * @throws Problem sign-in-failed, invalid-request, rate-limited, busy
 */
export async function changePassword(
  context: Context,
  person: Person,
  { current, new: chosen }: PasswordChange,
  { address, claim }: { readonly address: string | null; readonly claim: Claim },
): Promise<void> {
  const { account, sessionId } = person;
  const fault = validatePassword(chosen, account.email ?? '');
  if (fault !== null) throw invalidFields([{ field: 'new', message: fault }]);
  const { db, slots } = context;
  const { passwordHash: currentHash } = await db.prisma.account.findUniqueOrThrow({
    where: { id: account.id },
    select: { passwordHash: true },
  });
  const isRight = await checkCurrent(context, person, { current, currentHash, claim });
  if (!isRight) {
    await recordEvent(db, {
      kind: 'password-change-failed',
      ...actorOf(person),
      companyId: null,
      address,
      detail: {},
    });
    throw unauthenticated(problemOf('wrong-password'));
  }
  const passwordHash = await slots.passwords.run(claim, () => hashPassword(chosen));
  await transaction(db, async tx => {
    const [changed] = await query(tx, change, {
      accountId: account.id,
      currentHash,
      passwordHash,
      address,
    });
    if (!changed) throw unauthenticated(problemOf('wrong-password'));
    await endSessions(tx, { accountId: account.id, except: sessionId });
  });
}

interface Check {
  readonly current: string;
  readonly currentHash: string | null;
  readonly claim: Claim;
}

/** Counts the attempt before checking it, so that concurrent attempts cannot exceed the limit. */
async function checkCurrent(
  { slots, limits }: Context,
  { account }: Person,
  { current, currentHash, claim }: Check,
): Promise<boolean> {
  await limits.failedPasswordChanges.refuseIfSpent(account.uuid);
  return slots.passwords.run(claim, async () => {
    const release = await limits.failedPasswordChanges.take(account.uuid);
    const isRight = await verifyPassword(current, currentHash);
    if (isRight) await release();
    return isRight;
  });
}

const set = sql<{ id: number }>('set-password');

/** Sets a password and ends the account's sessions. Audited. @throws Error for a rejected password or unknown account */
export async function setPassword(
  db: Database,
  { email, password, actor }: { email: string; password: string; actor: string },
): Promise<void> {
  const fault = validatePassword(password, email);
  if (fault !== null) throw new Error(`The password was rejected: it ${fault}.`);
  const passwordHash = await hashPassword(password);
  await transaction(db, async tx => {
    const [updated] = await query(tx, set, { email, passwordHash, actor });
    if (!updated) throw noSuchAccount(email);
    await endSessions(tx, { accountId: updated.id, except: null });
  });
}
