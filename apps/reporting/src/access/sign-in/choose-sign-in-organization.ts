import { type Database, query, readStatement } from '@platform/db';
import { refusals } from '../authentication/refusals';
import { recordFailedSignIn } from './record-failed-sign-in';
import type { SigningIn } from './start-session';

interface OrganizationRow {
  id: number;
  uuid: string;
  hasAccess: boolean;
  isNamed: boolean;
}

const statement = readStatement<OrganizationRow>(__dirname, 'find-sign-in-organizations.sql');

/**
 * What a session remembers of its organization: the one that the sign-in names, else the only one of the
 * account, else none. It informs; X-Company decides (decisions-reporting, "Session"). A sign-in that an
 * organization refuses is recorded as one that failed.
 * @throws Problem unknown-company, no-company-access
 */
export async function chooseSignInOrganization(
  db: Database,
  signingIn: SigningIn,
): Promise<OrganizationRow | null> {
  const { accountId, isOperator, company } = signingIn;
  const organizations = await query(db, statement, { accountId, handle: company });
  if (company === null) {
    const [only, ...others] = organizations;
    return others.length === 0 ? (only ?? null) : null;
  }
  const named = organizations.find(({ isNamed }) => isNamed);
  if (named && (named.hasAccess || isOperator)) return named;
  const refusal = named ? refusals.noCompanyAccess() : refusals.unknownCompany();
  const { by, address } = signingIn;
  const refused = { account: signingIn, by, address, companyId: named?.id ?? null };
  await recordFailedSignIn(db, { ...refused, code: refusal.code });
  throw refusal;
}
