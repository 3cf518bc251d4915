import { readStatement } from '@platform/db';
import type { AffiliationFunction } from '../../compliance/compliance.dto';
import { type ReportScope, rowsOf } from '../report-reads';
import type { ReportAnswer } from '../send-report';
import { JsonText } from '../table/define-columns';
import type { Format } from '../table/format.dto';
import { reportTable } from '../table/report-table';
import type { ContactAffiliation } from './directory-contacts.dto';

/** An affiliation with the member and department, which JSON has in separate lists. */
type ContactRow = ContactAffiliation & {
  memberName: string;
  email: string | null;
  departmentName: string;
  memberCode: string | null;
};

/** The first row has the lists as JSON, if requested. */
type Read = ContactRow & { departments: string | null; members: string | null };

const contactTable = reportTable<ContactRow>({
  name: 'directory-contacts',
  title: 'Directory contacts',
  schema: 'ContactAffiliation',
  list: 'affiliations',
  columns: {
    memberId: { type: 'text', meaning: 'The ID of the member, for filters of reports.' },
    memberName: { type: 'text', json: null, meaning: 'The name of the member.' },
    email: { type: 'text', json: null, meaning: 'The e-mail address of the member.' },
    departmentId: { type: 'text', meaning: 'The ID of the department, for filters of reports.' },
    departmentName: { type: 'text', json: null, meaning: 'The name of the department.' },
    function: 'text',
    memberCode: { type: 'text', json: null, meaning: 'The code of the member.' },
  },
});

const statement = readStatement<Read>(__dirname, 'directory-contacts.sql');

export interface ContactRequest {
  /**
   * Only affiliations with one of these functions; if absent, all affiliations of the members reported on by default.
   */
  readonly functions?: readonly AffiliationFunction[] | undefined;
  /** JSON also has lists of members and departments. */
  readonly format: Format;
}

export function directoryContacts(
  scope: ReportScope,
  { functions, format }: ContactRequest,
): ReportAnswer<ContactRow, Read> {
  const parameters = { functions: functions ?? null, withLists: format === 'json' };
  return {
    table: contactTable,
    scope,
    rows: rowsOf(scope, statement, parameters),
    describe: first => ({
      filters: [
        [
          'Functions',
          functions?.join(', ') ?? 'all of members with a function other than Employee',
        ],
      ],
      fields: {
        departments: new JsonText(first?.departments ?? '[]'),
        members: new JsonText(first?.members ?? '[]'),
      },
    }),
  };
}
