import { query, readStatements } from '@platform/db';
import type { Person } from '../../http/principal';
import { refusals } from '../../http/refusals';
import { formatTimestamp } from '../../http/times';
import { type Config, outboxFolder } from '../../main/config';
import type { Context } from '../../main/context';
import { findAccount } from '../accounts/accounts';
import type { CurrentSession, SessionOrganization } from './sign-in.dto';

const sql = readStatements(__dirname, 'sessions.sql');

type OrganizationRow = Omit<SessionOrganization, 'rights'> &
  Pick<SessionOrganization['rights'], 'keepsRecords' | 'reportScope' | 'reportDepartments'>;

const organizationsOf = sql<OrganizationRow>('list-session-organizations');

/** @throws Problem session-invalid */
export async function describeSession(
  { config, db }: Context,
  { account, sessionId }: Person,
): Promise<CurrentSession> {
  const { id: accountId, uuid, email, name, isOperator, apiAccess, reportAccess } = account;
  const [organizations, current, session] = await Promise.all([
    query(db, organizationsOf, { accountId }),
    findAccount(db, uuid),
    db.prisma.session.findUnique({ where: { id: sessionId! }, select: { expiresAt: true } }),
  ]);
  // Deleted with its account since the request was authenticated.
  if (session === null) throw refusals.sessionInvalid();
  return {
    account: { id: uuid, email, name, language: current?.language ?? null },
    organizations: organizations.map(
      ({ keepsRecords, reportScope, reportDepartments, ...organization }) => {
        const developerRole = organization.isDeveloper || isOperator;
        const rights = { apiAccess, reportAccess, developerRole, reportScope, reportDepartments };
        return { ...organization, rights: { ...rights, keepsRecords: keepsRecords || isOperator } };
      },
    ),
    roles: { isOperator, apiAccess, reportAccess },
    fromProvider: current?.fromProvider ?? null,
    mail: waysOfMail(config),
    expiresAt: formatTimestamp(session.expiresAt),
  };
}

function waysOfMail({ smtpUrl }: Config): CurrentSession['mail'] {
  if (smtpUrl === null) return 'none';
  return outboxFolder(smtpUrl) === null ? 'server' : 'folder';
}
