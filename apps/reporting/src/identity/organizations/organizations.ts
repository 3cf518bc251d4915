import { type Database, query, readStatements, type Transaction } from '@platform/db';
import type { PageRequest } from '../../http/pages';
import type { RegisteredOrganization } from './organizations.dto';

const sql = readStatements(__dirname, 'organizations.sql');

type OrganizationRow = { total: number } & (RegisteredOrganization | { id: null });

const list = sql<OrganizationRow>('list-organizations');

/** Lists organizations by name; `q` matches all words in the name, or the handle. */
export async function listOrganizations(
  db: Database,
  q: string | null,
  { pageSize: limit, offset }: PageRequest,
): Promise<{ items: RegisteredOrganization[]; total: number }> {
  const rows = await query(db, list, { q, limit, offset });
  const items = rows.flatMap(({ total: _, ...organization }) =>
    organization.id === null ? [] : [organization],
  );
  return { items, total: rows[0]?.total ?? 0 };
}

const find = sql<{ id: number }>('find-organization');

/** Returns an organization's internal ID, or null for an unknown handle. */
export async function findOrganizationId(
  db: Database | Transaction,
  handle: string,
): Promise<number | null> {
  const [organization] = await query(db, find, { handle });
  return organization?.id ?? null;
}

/** Returns an organization's internal ID. @throws Error for an unknown handle */
export async function requireOrganizationId(db: Database, handle: string): Promise<number> {
  const id = await findOrganizationId(db, handle);
  if (id === null) throw new Error(`There is no organization with the handle ${handle}.`);
  return id;
}
