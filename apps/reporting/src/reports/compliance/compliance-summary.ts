import type { Organization } from '@platform/auth';
import { type Database, readStatement } from '@platform/db';
import { Problem } from '@platform/http';
import { streamWithin } from '../organization-scope';
import {
  emptyToNull,
  findSelection,
  listText,
  type Selection,
  selectionFilters,
} from '../selection';
import type { Filter } from '../table/about-sheet';
import type { Prefixed } from '../table/columns';
import { reportTable } from '../table/report-table';
import type { AffiliationFunction, DepartmentReference } from './compliance.dto';
import {
  type ComplianceSummaryRequest,
  EmptyScore,
  type MeasurementSummary,
  type MemberReference,
  type ProfileReference,
  SummaryProfileCondition,
} from './compliance-summary.dto';
import { measurementColumns, measurementName, measurements } from './measurements';

type Nullable<Dto> = { [Field in keyof Dto]: Dto[Field] | null };

/** A member in a department by a measurement. */
export type ComplianceSummaryRow = Prefixed<'department', DepartmentReference> &
  Prefixed<'member', MemberReference> &
  Prefixed<'primaryProfile', Nullable<ProfileReference>> & { measurementKey: number } & Omit<
    MeasurementSummary,
    'key' | 'name'
  >;

/** The report's columns, in the order of CSV. */
export const summaryTable = reportTable<ComplianceSummaryRow>({
  name: 'compliance-summaries',
  title: 'Compliance summary',
  schema: 'ComplianceSummary',
  columns: {
    departmentId: { type: 'text', json: 'department.id' },
    departmentName: { type: 'text', json: 'department.name' },
    departmentCode: { type: 'text', json: 'department.code' },
    memberId: { type: 'text', json: 'member.id' },
    memberName: { type: 'text', json: 'member.name' },
    memberCode: { type: 'text', json: 'member.code' },
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
  },
});

/** A summary's request with its defaults, and keys in place of ids. */
export interface SummaryFilter extends Selection {
  /** Null is all twelve. */
  readonly measurements: readonly number[] | null;
  /** Null is those counted by default. */
  readonly functions: readonly AffiliationFunction[] | null;
  readonly profileCondition: SummaryProfileCondition;
  readonly memberMustHaveProfile: boolean;
  readonly emptyScore: EmptyScore;
  readonly now: Date;
}

/**
 * The filter of the statement, and the same in words.
 * @throws Problem request-not-narrowed; invalid-request naming ids that are not the organization's
 */
export async function readSummaryFilter(
  db: Database,
  organization: Organization,
  request: ComplianceSummaryRequest,
  now: Date,
): Promise<{ filter: SummaryFilter; filters: Filter[] }> {
  const measurements = emptyToNull(request.measurements);
  const hasDepartments = emptyToNull(request.departments) !== null;
  if (!hasDepartments && (emptyToNull(request.members) === null || measurements === null)) {
    throw new Problem(
      'request-not-narrowed',
      'Name at least one department, or members together with measurements.',
    );
  }
  const { selection, names } = await findSelection(db, organization, request);
  const filter = {
    ...selection,
    measurements,
    functions: emptyToNull(request.functions),
    profileCondition: request.profileCondition ?? SummaryProfileCondition.Compliance,
    memberMustHaveProfile: request.memberMustHaveProfile ?? false,
    emptyScore: request.emptyScore ?? EmptyScore.Compliant,
    now,
  };
  const filters: Filter[] = [
    ...selectionFilters(names),
    ['Measurements', listText(measurements?.map(measurementName))],
    ['Functions', filter.functions?.join(', ') ?? 'all but Employee'],
    ['Profiles', filter.profileCondition],
    ['Members without a profile', filter.memberMustHaveProfile ? 'left out' : 'included'],
    ['Where nothing is required', filter.emptyScore],
  ];
  return { filter, filters };
}

/** The affiliation of a row, once for all its measurements. */
type AffiliationRow = Omit<
  ComplianceSummaryRow,
  'measurementKey' | keyof Omit<MeasurementSummary, 'key' | 'name'>
> & {
  /** As the statement lists them; null where nothing is required. */
  readonly measurements: readonly number[][] | null;
};

const statement = readStatement<AffiliationRow>(__dirname, 'compliance-summary.sql');

/**
 * Affiliations that are fetched at once. The database counts a whole department before its first row: in smaller
 * batches it would wait for the service most of the time.
 */
const FETCHED_AT_ONCE = 250;
/** Affiliations of a batch: each has up to twelve rows. */
const BATCH_SIZE = 100;

/** How each member stands, in batches: a row per affiliation and measurement. */
export async function* complianceSummary(
  db: Database,
  organization: Organization,
  { emptyScore, ...filter }: SummaryFilter,
  signal: AbortSignal,
): AsyncGenerator<ComplianceSummaryRow[]> {
  const keys = measurements
    .map(({ key }) => key)
    .filter(key => filter.measurements === null || filter.measurements.includes(key));
  const options = { signal, batchSize: FETCHED_AT_ONCE };
  for await (const rows of streamWithin(db, organization, statement, filter, options)) {
    for (let start = 0; start < rows.length; start += BATCH_SIZE) {
      const batch = rows.slice(start, start + BATCH_SIZE);
      yield batch.flatMap(row => measurementRows(row, keys, emptyScore));
    }
  }
}

const NOTHING = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0];
const EMPTY_SCORES = {
  [EmptyScore.Compliant]: 1,
  [EmptyScore.NonCompliant]: 0,
  [EmptyScore.NotScored]: null,
  [EmptyScore.Excluded]: null,
};

/** The fields are written out, since half a million objects made by spreading are slow to make and to read. */
function measurementRows(
  row: AffiliationRow,
  keys: readonly number[],
  emptyScore: EmptyScore,
): ComplianceSummaryRow[] {
  const byKey: number[][] = [];
  for (const counts of row.measurements ?? []) byKey[counts[0]!] = counts;
  const rows: ComplianceSummaryRow[] = [];
  for (const measurementKey of keys) {
    const given = byKey[measurementKey];
    if (!given && emptyScore === EmptyScore.Excluded) continue;
    const counts = given ?? NOTHING;
    rows.push({
      departmentId: row.departmentId,
      departmentName: row.departmentName,
      departmentCode: row.departmentCode,
      memberId: row.memberId,
      memberName: row.memberName,
      memberCode: row.memberCode,
      primaryProfileId: row.primaryProfileId,
      primaryProfileName: row.primaryProfileName,
      primaryProfileCode: row.primaryProfileCode,
      measurementKey,
      score: given ? scoreOf(counts[2]!, counts[1]!) : EMPTY_SCORES[emptyScore],
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

/** To four decimals, half up, in whole numbers: a quotient could lie on the wrong side of a half. */
function scoreOf(satisfied: number, required: number): number {
  return Math.floor((satisfied * 20_000 + required) / (2 * required)) / 10_000;
}
