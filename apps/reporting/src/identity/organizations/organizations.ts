import { type Database, query, readStatements, type Transaction } from '@platform/db';
import type { PageRequest } from '../../http/pages';
import type { RegisteredOrganization } from './organizations.dto';

const sql = readStatements(__dirname, 'organizations.sql');

type OrganizationRow = { total: number } & (RegisteredOrganization | { id: null });

const list = sql<OrganizationRow>('list-organizations');

/** A page of all organizations by name; `q` matches every word in the name, or the whole in the handle. */
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

/** An organization's internal key; null for an unknown handle. */
export async function lookUpOrganization(
  db: Database | Transaction,
  handle: string,
): Promise<number | null> {
  const [organization] = await query(db, find, { handle });
  return organization?.id ?? null;
}

/** The same. @throws Error for an unknown handle */
export async function findOrganizationId(db: Database, handle: string): Promise<number> {
  const id = await lookUpOrganization(db, handle);
  if (id === null) throw new Error(`There is no organization with the handle ${handle}.`);
  return id;
}
