import { createHash } from 'node:crypto';
import type { Person } from '@platform/auth';
import { hashPassword, validatePassword, verifyPassword } from '@platform/auth/password';
import { type Database, query, readStatement, transaction } from '@platform/db';
import { invalidFields } from '@platform/http';
import type { Context } from '../../context';
import { noSuchAccount } from '../accounts/accounts';
import { foldEmail } from '../accounts/email';
import { unauthenticated } from '../authentication/refusals';
import { endSessions } from './sessions';
import type { PasswordChange } from './sign-in.dto';

/**
 * Counts an attempt at the password of an e-mail, existing or not: 20 an hour.
 * @throws Problem rate-limited
 */
export async function countPasswordAttempt({ limits }: Context, email: string): Promise<void> {
  const key = createHash('sha256').update(foldEmail(email)).digest('base64url');
  await limits.signInOfAccount.consume(key);
}

const change = readStatement<{ id: number }>(__dirname, 'change-password.sql');

/**
 * Changes the password of a signed-in account and ends its other sessions. Attempts count as sign-ins do.
 * @throws Problem sign-in-failed, invalid-request, rate-limited, busy
 */
export async function changePassword(
  context: Context,
  { account, sessionId }: Person,
  { current, new: chosen, address }: PasswordChange & { address: string | null },
): Promise<void> {
  const { db, hashQueue } = context;
  await countPasswordAttempt(context, account.email);
  const { passwordHash: currentHash } = await db.prisma.account.findUniqueOrThrow({
    where: { id: account.id },
    select: { passwordHash: true },
  });
  const isRight = await hashQueue(() => verifyPassword(current, currentHash));
  if (!isRight) throw currentIsWrong();
  const fault = validatePassword(chosen, account.email);
  if (fault !== null) throw invalidFields([{ field: 'new', message: fault }]);
  const passwordHash = await hashQueue(() => hashPassword(chosen));
  await transaction(db, async tx => {
    const [changed] = await query(tx, change, {
      accountId: account.id,
      currentHash,
      passwordHash,
      address,
    });
    if (!changed) throw currentIsWrong();
    await endSessions(tx, { accountId: account.id, except: sessionId });
  });
}

function currentIsWrong() {
  return unauthenticated('sign-in-failed', 'The current password is not right.');
}

const set = readStatement<{ id: number }>(__dirname, 'set-password.sql');

/**
 * Sets an account's password and ends its sessions. Audited.
 * @throws Error when the password is refused or there is no such account
 */
export async function setPassword(
  db: Database,
  { email, password, actor }: { email: string; password: string; actor: string },
): Promise<void> {
  const fault = validatePassword(password, email);
  if (fault !== null) throw new Error(`The password is refused: it ${fault}.`);
  const passwordHash = await hashPassword(password);
  await transaction(db, async tx => {
    const [updated] = await query(tx, set, { email, passwordHash, actor });
    if (!updated) throw noSuchAccount(email);
    await endSessions(tx, { accountId: updated.id, except: null });
  });
}
