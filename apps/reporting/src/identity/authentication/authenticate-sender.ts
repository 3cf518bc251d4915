import { query, readStatements } from '@platform/db';
import { addLogFields } from '@platform/http';
import type { Request } from 'express';
import { type AccessRequirement, type Caller } from '../../http/caller';
import type { Sender } from '../../http/own-requests';
import { type CallerMembership, credentialOf, type PrincipalAccount } from '../../http/principal';
import { refusals } from '../../http/refusals';
import type { Context } from '../../main/context';
import { requireRights } from './require-rights';

const sql = readStatements(__dirname, 'authenticate-sender.sql');

type Found = Omit<PrincipalAccount, 'uuid'> & {
  readonly accountUuid: string;
  readonly isDisabled: boolean;
  readonly organization: CallerMembership;
};

const findSender = sql<Found>('find-sender');

/**
 * The caller of the service's own request: with the rights that the account has now, and always with report access.
 * @throws Problem no-company-access, report-access-required
 */
export async function authenticateSender(
  { db }: Context,
  request: Request,
  { accountId, companyId, facts }: Sender,
  requirements: ReadonlySet<AccessRequirement>,
): Promise<Caller> {
  const [found] = await query(db, findSender, { accountId, companyId });
  if (!found || found.isDisabled) throw refusals.noCompanyAccess();
  const { organization, accountUuid, isDisabled: _, ...account } = found;
  if (!organization.hasAccess && !account.isOperator) throw refusals.noCompanyAccess();
  const principal = {
    kind: 'person',
    credential: 'schedule',
    prefix: 'schedule',
    sessionId: null,
    account: { ...account, uuid: accountUuid },
  } as const;
  addLogFields(request.res!, {
    credential: credentialOf(principal),
    organization: organization.uuid,
  });
  requireRights(principal, organization, new Set([...requirements, 'report-access']));
  return { principal, organization, isForeign: !organization.hasAccess, requirements, facts };
}
