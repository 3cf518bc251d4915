import type { Organization } from '@platform/auth';
import { type Database, readStatement } from '@platform/db';
import { runWithin } from '../organization-scope';

const statement = readStatement<{ personType: string }>(__dirname, 'person-types.sql');

/** The person types that the organization uses. */
export async function listPersonTypes(db: Database, organization: Organization): Promise<string[]> {
  const rows = await runWithin(db, organization, statement);
  return rows.map(({ personType }) => personType);
}
