import type { Organization } from '@platform/auth';
import { type Database, readStatement } from '@platform/db';
import { runWithin } from '../organization-scope';
import type { DirectoryContacts } from './directory-contacts.dto';

const statement = readStatement<DirectoryContacts>(__dirname, 'directory-contacts.sql');

/** The members reported on, with all of their affiliations (decisions-reporting, "Members reported on"). */
export async function listDirectoryContacts(
  db: Database,
  organization: Organization,
  signal: AbortSignal,
): Promise<DirectoryContacts> {
  const [contacts] = await runWithin(db, organization, statement, {}, { signal });
  return contacts!;
}
