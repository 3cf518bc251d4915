import type { Organization } from '@platform/auth';
import { type Database, readStatement, run } from '@platform/db';

const statement = readStatement<{ personType: string }>(__dirname, 'person-types.sql');

/** The person types that the organization uses. */
export async function listPersonTypes(
  db: Database,
  { id: companyId }: Organization,
): Promise<string[]> {
  const rows = await run(db, statement, { companyId });
  return rows.map(({ personType }) => personType);
}
