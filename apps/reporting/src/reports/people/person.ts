import { readStatement } from '@platform/db';
import { Problem } from '@platform/http';
import type { AffiliationFunction, DepartmentReference } from '../../compliance/compliance.dto';
import { measurementKeys } from '../../compliance/measurements';
import { formatTimestamp, type RowOf } from '../../http/times';
import {
  type AffiliationRow,
  measurementRows,
  summaryTable,
} from '../compliance/compliance-summary';
import { departmentsColumn, measurementColumns } from '../references';
import { type ReportScope, rowsOf } from '../report-reads';
import type { ReportAnswer } from '../send-report';
import { JsonText, type Prefixed } from '../table/define-columns';
import { foldForFile } from '../table/file-name';
import { jsonWriter } from '../table/json';
import { reportTable, tableFor } from '../table/report-table';
import type { PersonCompliance, Requirement } from './people.dto';

type RequirementRow = RowOf<Omit<Requirement, 'measurement'>, 'heldSince' | 'expiresAt'> & {
  measurementKey: number;
};

/** The member, in the first row of the statement. */
interface Person extends Pick<PersonCompliance, 'member' | 'affiliations' | 'profiles'> {
  /** The departments that count. */
  departments: Pick<
    AffiliationRow,
    'measurements' | keyof Prefixed<'department', DepartmentReference>
  >[];
}

type Read = RequirementRow & { person: Person };

const personTable = reportTable<RequirementRow>({
  name: 'person',
  title: 'Requirements',
  schema: 'Requirement',
  list: 'requirements',
  columns: {
    kind: 'text',
    id: 'text',
    number: 'text',
    name: 'text',
    ...measurementColumns,
    status: 'text',
    isRequired: 'boolean',
    heldSince: 'timestamp',
    expiresAt: 'timestamp',
    validatorName: 'text',
    isSatisfied: 'boolean',
    departments: departmentsColumn,
    certificateNumber: 'text',
    note: 'text',
    source: 'text',
    ticketId: 'text',
    howToGet: 'text',
    link: 'text',
  },
});

const statement = readStatement<Read>(__dirname, 'person.sql');

/** Reports the requirements of a reported member. @throws Problem unknown-member */
export function personCompliance(
  scope: ReportScope,
  memberId: string,
): ReportAnswer<RequirementRow, Read> {
  const unknown = `The reports have no member ${memberId}. GET /reporting/directory-contacts lists them.`;
  return answer(scope, { memberId, accountId: null, isOpen: false, functions: null }, unknown);
}

/** Reports the requirements of an account's own member, with any function. @throws Problem unknown-member */
export function ownCompliance(
  scope: ReportScope,
  { accountId, isOpen }: Pick<Subject, 'isOpen'> & { readonly accountId: number },
): ReportAnswer<RequirementRow, Read> {
  const unknown = `You are not a member of ${scope.organization.handle}. GET /auth/session lists your organizations.`;
  const functions = ['Department', 'Organization', 'Administration', 'Employee'] as const;
  return answer(scope, { memberId: null, accountId, isOpen, functions }, unknown);
}

interface Subject {
  readonly memberId: string | null;
  readonly accountId: number | null;
  /** Whether the account can access the organization. */
  readonly isOpen: boolean;
  /** The member's functions in departments that count; null for the default ones. */
  readonly functions: readonly AffiliationFunction[] | null;
}

function answer(
  scope: ReportScope,
  subject: Subject,
  unknown: string,
): ReportAnswer<RequirementRow, Read> {
  const { organization, now } = scope;
  return {
    table: personTable,
    scope,
    rows: rowsOf(scope, statement, { ...subject, now }, { isSmall: true }),
    describe(first) {
      if (!first) throw new Problem('unknown-member', unknown);
      const { departments, ...person } = first.person;
      const { member, affiliations, profiles } = person;
      const write = jsonWriter(tableFor(measuredTable, organization).columns);
      // Without the member, whose columns are not written.
      const rows = departments.flatMap(department =>
        measurementRows(department as AffiliationRow, measurementKeys, 'compliant'),
      );
      const measurements = new JsonText(`[${rows.map(write).join()}]`);
      return {
        filters: [
          ['Person', member.name],
          ['E-mail', member.email ?? 'none'],
          ['Code', member.code ?? 'none'],
          ['Job title', member.jobTitle ?? 'none'],
          ['Departments', namesOf(affiliations.map(({ department }) => department))],
          ['Profiles', namesOf(profiles)],
        ],
        subject: `${foldForFile(member.name) || member.id}-${now.toISOString().slice(0, 10)}`,
        fields: { asOf: formatTimestamp(now), ...person, measurements },
      };
    },
  };
}

function namesOf(named: readonly { name: string }[]): string {
  return [...new Set(named.map(({ name }) => name))].join(', ') || 'none';
}

const measuredTable = {
  ...summaryTable,
  columns: summaryTable.columns.filter(
    ({ path }) => path?.[0] === 'department' || path?.[0] === 'measurement',
  ),
};
