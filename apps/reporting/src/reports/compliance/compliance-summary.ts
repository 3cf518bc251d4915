import { readStatement } from '@platform/db';
import type { DepartmentReference } from '../../compliance/compliance.dto';
import { measurementKeys, measurementName } from '../../compliance/measurements';
import { problemOf } from '../../http/problems';
import { departmentColumns, measurementColumns, memberColumns } from '../references';
import { type ReportScope, rowsOf } from '../report-reads';
import { emptyToNull, findSelection, listText, selectionFilters } from '../selection';
import type { ReportAnswer } from '../send-report';
import type { Prefixed } from '../table/define-columns';
import { reportTable } from '../table/report-table';
import type {
  ComplianceSummaryRequest,
  EmptyScore,
  MeasurementSummary,
  MemberReference,
  ProfileReference,
} from './compliance-summary.dto';

type Nullable<Dto> = { [Field in keyof Dto]: Dto[Field] | null };

export type ComplianceSummaryRow = Prefixed<'department', DepartmentReference> &
  Prefixed<'member', MemberReference & { email: string | null }> &
  Prefixed<'primaryProfile', Nullable<ProfileReference>> & { measurementKey: number } & Omit<
    MeasurementSummary,
    'key' | 'name'
  >;

export const summaryTable = reportTable<ComplianceSummaryRow>({
  name: 'compliance-summaries',
  title: 'Compliance summary',
  schema: 'ComplianceSummary',
  columns: {
    ...departmentColumns,
    ...memberColumns,
    primaryProfileId: { type: 'text', json: 'primaryProfile?.id' },
    primaryProfileName: { type: 'text', json: 'primaryProfile?.name' },
    primaryProfileCode: { type: 'text', json: 'primaryProfile?.code' },
    ...measurementColumns,
    score: { type: 'share', json: 'measurement.score' },
    required: { type: 'integer', json: 'measurement.required' },
    satisfied: { type: 'integer', json: 'measurement.satisfied' },
    expired: { type: 'integer', json: 'measurement.expired' },
    notCompleted: { type: 'integer', json: 'measurement.notCompleted' },
    notApplicable: { type: 'integer', json: 'measurement.notApplicable' },
    needsTraining: { type: 'integer', json: 'measurement.needsTraining' },
    selfAssessed: { type: 'integer', json: 'measurement.selfAssessed' },
    submitted: { type: 'integer', json: 'measurement.submitted' },
    validated: { type: 'integer', json: 'measurement.validated' },
    memberEmail: { type: 'text', json: null, meaning: 'The e-mail address of the member.' },
  },
});

export type AffiliationRow = Omit<
  ComplianceSummaryRow,
  'measurementKey' | keyof Omit<MeasurementSummary, 'key' | 'name'>
> & {
  /** Lists of counts as in the statement; null if nothing is required. */
  readonly measurements: readonly number[][] | null;
};

const statement = readStatement<AffiliationRow>(__dirname, 'compliance-summary.sql');

/**
 * Affiliations fetched at once. The database counts a whole department before its first row, so that with smaller
 * batches it would mostly wait for the service.
 */
const BATCH_SIZE = 250;

/**
 * Reports the compliance of members: a row per affiliation and measurement.
 * @throws Problem request-not-narrowed; invalid-request naming unknown IDs
 */
export async function complianceSummary(
  scope: ReportScope,
  request: ComplianceSummaryRequest,
): Promise<ReportAnswer<ComplianceSummaryRow, AffiliationRow>> {
  const { organization, now } = scope;
  if (organization.shownDepartments === null) requireNarrow(request);
  const { selection, names } = await findSelection(scope, request);
  const { memberMustHaveProfile = false, emptyScore = 'compliant' } = request;
  const { profileCondition = 'compliance' } = request;
  const functions = emptyToNull(request.functions);
  const measurements = emptyToNull(request.measurements);
  const keys = measurementKeys.filter(key => measurements?.includes(key) ?? true);
  const filter = { functions, measurements, profileCondition, memberMustHaveProfile };
  const parameters = { ...selection, ...filter, now };
  return {
    table: summaryTable,
    scope,
    rows: rowsOf(scope, statement, parameters, { batchSize: BATCH_SIZE }),
    toRows: read => read.flatMap(row => measurementRows(row, keys, emptyScore)),
    describe: () => ({
      filters: [
        ...selectionFilters(names),
        ['Measurements', listText(measurements?.map(key => measurementName(organization, key)))],
        ['Functions', functions?.join(', ') ?? 'all but Employee'],
        ['Profiles', profileCondition],
        ['Members without a profile', memberMustHaveProfile ? 'left out' : 'included'],
        ['Where nothing is required', emptyScore],
      ],
    }),
  };
}

/** @throws Problem request-not-narrowed */
export function requireNarrow({
  departments,
  members,
  measurements,
}: Pick<ComplianceSummaryRequest, 'departments' | 'members' | 'measurements'>): void {
  if (emptyToNull(departments) !== null) return;
  if (emptyToNull(members) !== null && emptyToNull(measurements) !== null) return;
  throw problemOf('request-not-narrowed');
}

const NOTHING = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0];
const EMPTY_SCORES = {
  compliant: 1,
  nonCompliant: 0,
  notScored: null,
  excluded: null,
};

/**
 * Returns the rows of an affiliation. Lists the fields, because half a million spread objects are slow to create and
 * read.
 */
export function measurementRows(
  row: AffiliationRow,
  keys: readonly number[],
  emptyScore: EmptyScore,
): ComplianceSummaryRow[] {
  const byKey: number[][] = [];
  for (const counts of row.measurements ?? []) byKey[counts[0]!] = counts;
  const rows: ComplianceSummaryRow[] = [];
  for (const measurementKey of keys) {
    const given = byKey[measurementKey];
    if (!given && emptyScore === 'excluded') continue;
    const counts = given ?? NOTHING;
    rows.push({
      departmentId: row.departmentId,
      departmentName: row.departmentName,
      departmentCode: row.departmentCode,
      memberId: row.memberId,
      memberName: row.memberName,
      memberCode: row.memberCode,
      memberEmail: row.memberEmail,
      primaryProfileId: row.primaryProfileId,
      primaryProfileName: row.primaryProfileName,
      primaryProfileCode: row.primaryProfileCode,
      measurementKey,
      score: given ? share(counts[2]!, counts[1]!) : EMPTY_SCORES[emptyScore],
      required: counts[1]!,
      satisfied: counts[2]!,
      expired: counts[3]!,
      notCompleted: counts[4]!,
      notApplicable: counts[5]!,
      needsTraining: counts[6]!,
      selfAssessed: counts[7]!,
      submitted: counts[8]!,
      validated: counts[9]!,
    });
  }
  return rows;
}

/**
 * Returns the ratio of part to whole, from 0 to 1, rounded half up to four decimals; `whole` is positive. Only a
 * complete part yields 1, and only an empty one 0. share.define.sql implements the same rule.
 */
export function share(part: number, whole: number): number {
  // With integers, because a quotient could be on the wrong side of a half.
  const tenThousandths = Math.floor((part * 20_000 + whole) / (2 * whole));
  const isPart = part > 0 && part < whole;
  return (isPart ? Math.min(Math.max(tenThousandths, 1), 9_999) : tenThousandths) / 10_000;
}
