import { type Database, readStatement, run } from '@platform/db';
import { refusals } from '../authentication/refusals';

interface OrganizationRow {
  id: number;
  uuid: string;
  hasAccess: boolean;
  isNamed: boolean;
}

const statement = readStatement<OrganizationRow>(__dirname, 'find-sign-in-organizations.sql');

/**
 * What a session remembers of its organization: the one that the sign-in names, else the only one of the
 * account, else none. It informs; X-Company decides (decisions-reporting, "Session").
 * @throws Problem unknown-company, no-company-access
 */
export async function chooseSignInOrganization(
  db: Database,
  {
    accountId,
    isOperator,
    company,
  }: { accountId: number; isOperator: boolean; company: string | null },
): Promise<OrganizationRow | null> {
  const organizations = await run(db, statement, { accountId, handle: company });
  if (company === null) {
    const [only, ...others] = organizations;
    return others.length === 0 ? (only ?? null) : null;
  }
  const named = organizations.find(({ isNamed }) => isNamed);
  if (!named) throw refusals.unknownCompany();
  if (!named.hasAccess && !isOperator) throw refusals.noCompanyAccess();
  return named;
}
