import { type Database, query, readStatement } from '@platform/db';
import type { PageRequest } from '../../wire-format';
import type { RegisteredOrganization } from './organizations.dto';

type OrganizationRow = { total: number } & (RegisteredOrganization | { id: null });

const statement = readStatement<OrganizationRow>(__dirname, 'list-organizations.sql');

/** A page of all organizations by name; `q` matches every word in the name, or the whole in the handle. */
export async function listOrganizations(
  db: Database,
  q: string | null,
  { pageSize: limit, offset }: PageRequest,
): Promise<{ items: RegisteredOrganization[]; total: number }> {
  const rows = await query(db, statement, { q, limit, offset });
  const items = rows.flatMap(({ total: _, ...organization }) =>
    organization.id === null ? [] : [organization],
  );
  return { items, total: rows[0]?.total ?? 0 };
}
