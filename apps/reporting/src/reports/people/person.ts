import { readStatement } from '@platform/db';
import { Problem } from '@platform/http';
import { AffiliationFunction, type DepartmentReference } from '../../compliance/compliance.dto';
import { measurementKeys } from '../../compliance/measurements';
import { formatTimestamp, type RowOf } from '../../http/times';
import {
  type AffiliationRow,
  type ComplianceSummaryRow,
  measurementRows,
  summaryTable,
} from '../compliance/compliance-summary';
import { EmptyScore } from '../compliance/compliance-summary.dto';
import { type ReportScope, rowsOf } from '../organization-scope';
import { departmentsColumn, measurementColumns } from '../references';
import type { ReportAnswer } from '../send-report';
import { JsonText, type Prefixed } from '../table/columns';
import { foldForFile } from '../table/file-name';
import { jsonWriter } from '../table/json';
import { reportTable, tableFor } from '../table/report-table';
import type { PersonAffiliation, PersonMember, PersonProfile, Requirement } from './people.dto';

type RequirementRow = RowOf<Omit<Requirement, 'measurement'>, 'heldSince' | 'expiresAt'> & {
  measurementKey: number;
};

/** What there is to know of the member, as the statement has it in its first row. */
interface Person {
  member: PersonMember;
  affiliations: PersonAffiliation[];
  profiles: PersonProfile[];
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

/** What is required of a member who is reported on. @throws Problem unknown-member */
export function personCompliance(
  scope: ReportScope,
  memberId: string,
): ReportAnswer<RequirementRow, Read> {
  const unknown = `The reports have no member ${memberId}. GET /reporting/directory-contacts lists them.`;
  return answer(scope, { memberId, accountId: null, isOpen: false, functions: null }, unknown);
}

/** The same of an account's own member, in whatever function. @throws Problem unknown-member */
export function ownCompliance(
  scope: ReportScope,
  { accountId, isOpen }: Pick<Whom, 'isOpen'> & { readonly accountId: number },
): ReportAnswer<RequirementRow, Read> {
  const unknown = `You are not a member of ${scope.organization.handle}. GET /auth/session lists your organizations.`;
  const functions = Object.values(AffiliationFunction);
  return answer(scope, { memberId: null, accountId, isOpen, functions }, unknown);
}

interface Whom {
  readonly memberId: string | null;
  readonly accountId: number | null;
  /** Whether the organization is open to the account. */
  readonly isOpen: boolean;
  /** In the departments that count; null is those counted by default. */
  readonly functions: readonly AffiliationFunction[] | null;
}

function answer(
  scope: ReportScope,
  whom: Whom,
  unknown: string,
): ReportAnswer<RequirementRow, Read> {
  const { organization, now } = scope;
  return {
    table: personTable,
    scope,
    rows: rowsOf(scope, statement, { ...whom, now }, { isSmall: true }),
    describe(first) {
      if (!first) throw new Problem('unknown-member', unknown);
      const { departments, ...person } = first.person;
      const { member, affiliations, profiles } = person;
      const write = jsonWriter(tableFor(measuredTable, organization).columns);
      const rows = departments.flatMap(measurementsOf);
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

/** Of a department or profile that is there twice, once. */
function namesOf(named: readonly { name: string }[]): string {
  return [...new Set(named.map(({ name }) => name))].join(', ') || 'none';
}

const measuredTable = {
  ...summaryTable,
  columns: summaryTable.columns.filter(
    ({ path }) => path?.[0] === 'department' || path?.[0] === 'measurement',
  ),
};

/** The rows of the compliance summary; the table does not read the member. */
function measurementsOf(department: Person['departments'][number]): ComplianceSummaryRow[] {
  return measurementRows(department as AffiliationRow, measurementKeys, EmptyScore.Compliant);
}
