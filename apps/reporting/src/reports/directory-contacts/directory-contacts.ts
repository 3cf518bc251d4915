import type { Organization } from '@platform/auth';
import { type Database, readStatement } from '@platform/db';
import { runWithin, streamWithin } from '../organization-scope';
import { reportTable } from '../table/report-table';
import type { ContactAffiliation, DirectoryContacts } from './directory-contacts.dto';

const contacts = readStatement<DirectoryContacts>(__dirname, 'directory-contacts.sql');

/** The members reported on, with all of their affiliations. */
export async function listDirectoryContacts(
  db: Database,
  organization: Organization,
  signal: AbortSignal,
): Promise<DirectoryContacts> {
  const [lists] = await runWithin(db, organization, contacts, {}, { signal });
  return lists!;
}

/** An affiliation, with what JSON has in the lists of members and departments. */
export type ContactAffiliationRow = ContactAffiliation & {
  memberName: string;
  email: string;
  departmentName: string;
};

/** The columns of a file: a row per affiliation. */
export const contactTable = reportTable<ContactAffiliationRow>({
  name: 'directory-contacts',
  title: 'Directory contacts',
  schema: 'ContactAffiliation',
  columns: {
    memberId: { type: 'text', meaning: 'The member, for the filters of the reports.' },
    memberName: { type: 'text', meaning: 'The name of the member.' },
    email: { type: 'text', meaning: 'The e-mail address of the member.' },
    departmentId: { type: 'text', meaning: 'The department, for the filters of the reports.' },
    departmentName: { type: 'text', meaning: 'The name of the department.' },
    function: 'text',
  },
});

const affiliations = readStatement<ContactAffiliationRow>(__dirname, 'contact-affiliations.sql');

/** The same as a table, in batches. */
export function streamContactAffiliations(
  db: Database,
  organization: Organization,
  signal: AbortSignal,
): AsyncGenerator<ContactAffiliationRow[]> {
  return streamWithin(db, organization, affiliations, {}, { signal });
}
