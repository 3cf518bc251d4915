import { type Database, query, readStatements, type Transaction, transaction } from '@platform/db';
import { type PageOf, type PageRequest, type PageRow, pageOf } from '../../http/pages';
import type { DoneBy } from '../../http/principal';
import { problemOf } from '../../http/problems';
import type { OrganizationChange, RegisteredOrganization } from './organizations.dto';

const sql = readStatements(__dirname, 'organizations.sql');

const list = sql<PageRow<RegisteredOrganization>>('list-organizations');

/** Lists organizations by name; `q` matches all words in the name, or the handle. */
export async function listOrganizations(
  db: Database,
  q: string | null,
  page: PageRequest,
): Promise<PageOf<RegisteredOrganization>> {
  const { pageSize: limit, offset } = page;
  return pageOf(await query(db, list, { q, limit, offset }), page);
}

const update = sql<RegisteredOrganization>('update-organization');

/** Changes an organization. Audited. @throws Problem unknown-company */
export async function updateOrganization(
  db: Database,
  handle: string,
  { language }: OrganizationChange,
  doneBy: DoneBy,
): Promise<RegisteredOrganization> {
  return transaction(db, async tx => {
    const companyId = await getOrganizationId(tx, handle);
    return (await query(tx, update, { companyId, language, ...doneBy }))[0]!;
  });
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

/** Returns an organization's internal ID. @throws Problem unknown-company */
export async function getOrganizationId(
  db: Database | Transaction,
  handle: string,
): Promise<number> {
  const id = await findOrganizationId(db, handle);
  if (id === null) throw problemOf('unknown-company');
  return id;
}

/** The same for the command line. @throws Error for an unknown handle */
export async function requireOrganizationId(db: Database, handle: string): Promise<number> {
  const id = await findOrganizationId(db, handle);
  if (id === null) throw new Error(`There is no organization with the handle ${handle}.`);
  return id;
}
