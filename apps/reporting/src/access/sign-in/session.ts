import type { Person } from '@platform/auth';
import { type Database, query, readStatement } from '@platform/db';
import { formatTimestamp } from '../../wire-format';
import type { CurrentSession, SessionOrganization } from './sign-in.dto';

const endStatement = readStatement(__dirname, 'end-session.sql');
const organizationsStatement = readStatement<SessionOrganization>(
  __dirname,
  'list-session-organizations.sql',
);

/** Ends a session: its token is refused on the next call, wherever it was copied to. */
export async function endSession(
  db: Database,
  ended: { session: string; address: string | null },
): Promise<void> {
  await query(db, endStatement, ended);
}

/** Who is signed in, and what they may name and do. */
export async function describeSession(
  db: Database,
  { account, sessionId }: Person,
): Promise<CurrentSession> {
  const { id: accountId, uuid, email, name, isOperator, apiAccess, reportAccess } = account;
  const [organizations, session] = await Promise.all([
    query(db, organizationsStatement, { accountId }),
    db.prisma.session.findUniqueOrThrow({ where: { id: sessionId! } }),
  ]);
  return {
    account: { id: uuid, email, name },
    organizations,
    roles: { isOperator, apiAccess, reportAccess },
    expiresAt: formatTimestamp(session.expiresAt),
  };
}
