import { type Database, query, readStatement } from '@platform/db';

const statement = readStatement<{ id: number }>(__dirname, 'find-company.sql');

/** An organization's inner key. @throws Error in a sentence when no organization has the handle */
export async function findCompanyId(db: Database, handle: string): Promise<number> {
  const [company] = await query(db, statement, { handle });
  if (!company) throw new Error(`There is no organization with the handle ${handle}.`);
  return company.id;
}
