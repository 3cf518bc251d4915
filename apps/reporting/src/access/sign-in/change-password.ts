import type { Person } from '@platform/auth';
import { hashPassword, validatePassword, verifyPassword } from '@platform/auth/password';
import { query, readStatement, transaction } from '@platform/db';
import { invalidFields } from '@platform/http';
import type { Context } from '../../context';
import { unauthenticated } from '../authentication/refusals';
import { countPasswordTry } from './count-password-try';
import { endSessions } from './end-sessions';
import type { PasswordChange } from './sign-in.dto';

const statement = readStatement<{ id: number }>(__dirname, 'change-password.sql');

/**
 * Changes the password of who is signed in, and ends every other session of the account. Tries of the
 * current one count as sign-ins do.
 * @throws Problem sign-in-failed, invalid-request, rate-limited, busy
 */
export async function changePassword(
  context: Context,
  { account, sessionId }: Person,
  { current, new: chosen, address }: PasswordChange & { address: string | null },
): Promise<void> {
  const { db, hashQueue } = context;
  await countPasswordTry(context, account.email);
  const { passwordHash: currentHash } = await db.prisma.account.findUniqueOrThrow({
    where: { id: account.id },
    select: { passwordHash: true },
  });
  const isRight = await hashQueue(() => verifyPassword(current, currentHash));
  if (!isRight) throw currentIsWrong();
  const complaint = validatePassword(chosen, account.email);
  if (complaint !== null) throw invalidFields([{ field: 'new', message: complaint }]);
  const passwordHash = await hashQueue(() => hashPassword(chosen));
  const change = { accountId: account.id, currentHash, passwordHash, address };
  await transaction(db, async tx => {
    const [changed] = await query(tx, statement, change);
    if (!changed) throw currentIsWrong();
    await endSessions(tx, { accountId: account.id, except: sessionId });
  });
}

function currentIsWrong() {
  return unauthenticated('sign-in-failed', 'The current password is not right.');
}
