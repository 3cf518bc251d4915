import { type FieldError, invalidFields, Problem, toClientProblem } from '@platform/http';
import { withTimeout } from '@platform/service';
import { ValidateError, ValidationService } from '@tsoa/runtime';
import { recordEvent } from '../audit/audit-events';
import * as routes from '../generated/routes';
import type { Organization } from '../http/principal';
import type { Context } from '../main/context';
import { achievementGaps } from '../reports/achievement-gaps/achievement-gaps';
import { competencyValidations } from '../reports/competency-validations/competency-validations';
import {
  complianceOverview,
  type DepartmentComplianceRow,
} from '../reports/compliance/compliance-overview';
import { complianceSummary } from '../reports/compliance/compliance-summary';
import type { SummaryProfileCondition } from '../reports/compliance/compliance-summary.dto';
import { complianceOfMonth, complianceTrends } from '../reports/compliance/compliance-trends';
import {
  type ContactRequest,
  directoryContacts,
} from '../reports/directory-contacts/directory-contacts';
import { expirations } from '../reports/expirations/expirations';
import { monthlyStatistics } from '../reports/monthly-statistics/monthly-statistics';
import { personCompliance } from '../reports/people/person';
import { ReportReads, type ReportScope } from '../reports/report-reads';
import { openReport, type ReportAnswer } from '../reports/send-report';
import type { Filter } from '../reports/table/xlsx';
import { type OverviewFigures, overviewFigures } from './overview-figures';
import { daysOfPeriod, periodText, type RelativeRequest, resolvePeriod } from './relative-periods';
import type { FileFormat, ScheduledReport } from './schedules.dto';

export interface ReportRequest extends RelativeRequest {
  readonly format: FileFormat;
}

export interface Reader {
  readonly accountId: number;
  /** The actor in audit events. */
  readonly actor: string;
  readonly organization: Organization;
  /** Whether the account can access the organization only as an operator. */
  readonly isForeign: boolean;
}

export interface ReportFile {
  readonly title: string;
  readonly filters: readonly Filter[];
  readonly rows: number;
  readonly name: string;
  readonly figures?: OverviewFigures;
  /** Null if it exceeds the max attachment size. */
  readonly content: Buffer | null;
}

type Make = (scope: ReportScope, parameters: never) => unknown;

/** For each report, tsoa's name of the operation that defines its parameters, and the function that runs it. */
const REPORTS: Readonly<Record<ScheduledReport, readonly [operation: string, make: Make]>> = {
  'achievement-gaps': ['AchievementGapsController_getAchievementGaps', achievementGaps],
  'compliance-overview': [
    'ComplianceOverviewController_getComplianceOverview',
    (scope, request: { profileCondition: SummaryProfileCondition }) =>
      complianceOverview(scope, request.profileCondition),
  ],
  'compliance-summaries': ['ComplianceSummaryController_summarizeCompliance', complianceSummary],
  'compliance-trends': ['ComplianceTrendsController_getComplianceTrends', complianceTrends],
  'competency-validations': [
    'CompetencyValidationsController_listCompetencyValidations',
    competencyValidations,
  ],
  'directory-contacts': [
    'DirectoryContactsController_listDirectoryContacts',
    (scope, request: Omit<ContactRequest, 'format'>) =>
      directoryContacts(scope, { ...request, format: 'csv' }),
  ],
  expirations: ['ExpirationsController_listExpirations', expirations],
  'monthly-statistics': ['MonthlyStatisticsController_getMonthlyStatistics', monthlyStatistics],
  people: [
    'PeopleController_getPerson',
    (scope, { memberId }: { memberId: string }) => personCompliance(scope, memberId),
  ],
};

/** Validates parameters by starting the report. @throws Problem from the report */
export function validateReport(
  service: Context,
  reader: Reader,
  request: ReportRequest,
  signal: AbortSignal,
): Promise<void> {
  return makeReport(service, reader, request, signal, async chunks => {
    for await (const _first of chunks) return;
  });
}

/** Returns the file that the reader would download. @throws Problem from the report */
export async function readReport(
  service: Context,
  reader: Reader,
  request: ReportRequest,
  signal: AbortSignal,
): Promise<ReportFile> {
  const max = service.config.mailMaxAttachment;
  return makeReport(service, reader, request, signal, async (chunks, facts) => {
    let size = 0;
    let kept: Uint8Array[] = [];
    // A file that is too large is still read to the end, to count its rows.
    for await (const chunk of chunks) {
      const bytes = Buffer.from(chunk);
      size += bytes.length;
      if (size <= max) kept.push(bytes);
      else kept = [];
    }
    return { ...facts, content: size > max ? null : Buffer.concat(kept) };
  });
}

type Facts = { -readonly [Name in keyof Omit<ReportFile, 'content'>]: ReportFile[Name] };

/** Runs a report like any other: in a report slot, audited, and limited by `REPORT_MAX_DURATION`. */
async function makeReport<Result>(
  service: Context,
  reader: Reader,
  request: ReportRequest,
  stopping: AbortSignal,
  consume: (chunks: AsyncIterable<string | Uint8Array>, facts: Facts) => Promise<Result>,
): Promise<Result> {
  const { reports, slots, config, clock, countReportRows } = service;
  const { organization, accountId } = reader;
  const now = clock();
  const parameters = validParameters(request, now);
  const days = daysOfPeriod(request, now);
  const claim = { caller: accountId, group: organization.id, signal: stopping };
  const [, make] = REPORTS[request.report];
  const run = async (signal: AbortSignal) => {
    await recordRun(service, reader, request);
    const reads = new ReportReads(reports, organization, { signal });
    return reads.during(async () => {
      const scope = { reads, organization, now };
      const isOverview = request.report === 'compliance-overview';
      const { profileCondition = 'compliance' } = parameters as { profileCondition?: string };
      const lastMonth = isOverview ? await complianceOfMonth(scope, profileCondition, 1) : [];
      const answer = (await make(scope, parameters as never)) as ReportAnswer<object>;
      const facts: Facts = { title: answer.table.title, filters: [], rows: 0, name: '' };
      const rows = isOverview
        ? withAllRows(answer.rows, all => {
            const figured = all as DepartmentComplianceRow[];
            facts.figures = overviewFigures(organization, figured, lastMonth);
          })
        : answer.rows;
      const report = await openReport({ ...answer, rows }, request.format, null, count => {
        facts.rows += count;
        countReportRows({ report: answer.table.name }, count);
      });
      const period: Filter[] = days ? [['Period', periodText(days)]] : [];
      Object.assign(facts, { filters: [...period, ...report.filters], name: report.fileName });
      return consume(report.chunks, facts);
    });
  };
  try {
    return await slots.reports.run(claim, () =>
      withTimeout(config.reportMaxDuration, stopping, run),
    );
  } catch (error) {
    if (error instanceof Problem && error.errors) throw invalidParameters(error.errors);
    throw error;
  }
}

/** Passes all rows to `take` once they have been read. */
function withAllRows<Row>(
  rows: ReportAnswer<Row>['rows'],
  take: (all: Row[]) => void,
): ReportAnswer<Row>['rows'] {
  return async function* (page) {
    const all: Row[] = [];
    for await (const batch of rows(page)) {
      all.push(...batch);
      yield batch;
    }
    take(all);
  };
}

function recordRun(
  { db }: Context,
  { accountId, actor, organization, isForeign }: Reader,
  { report }: ReportRequest,
): Promise<void> {
  const route = `/reporting/${report}${report === 'people' ? '/{memberId}' : ''}`;
  return recordEvent(db, {
    kind: 'report-run',
    actor,
    accountId,
    companyId: organization.id,
    detail: { route, credential: 'schedule', isAcrossOrganizations: isForeign },
  });
}

/** Parameters that a schedule sets itself or, like `companyId`, would change the organization. */
const RESERVED = ['figures', 'format', 'page', 'pageSize', 'after', 'companyId'];

/** @throws Problem invalid-request, as from the report's own operation */
function validParameters(request: ReportRequest, at: Date): object {
  const { report } = request;
  const { body, ...all } = routes.parameters[REPORTS[report][0]]!;
  const schemas = Object.entries(all).filter(([name]) => !RESERVED.includes(name));
  const given = Object.entries(resolvePeriod(request, at)).filter(
    ([, value]) => value !== null || body !== undefined,
  );
  const faults = given.flatMap(([field, value]) => {
    if (RESERVED.includes(field)) return { field, message: 'cannot be set in a schedule' };
    const hasObject = !body && [value].flat().some(item => typeof item === 'object');
    return hasObject ? { field, message: 'must not contain an object' } : [];
  });
  if (faults.length > 0) throw invalidParameters(faults);
  const invalid: ValidateError['fields'] = {};
  const validation = new ValidationService(routes.models, {
    noImplicitAdditionalProperties: 'throw-on-extras',
    bodyCoercion: false,
  });
  const values = Object.fromEntries(body ? given : given.map(asInQuery));
  const valid = body
    ? (validation.ValidateParam(body, values, 'body', invalid, true) as object)
    : Object.fromEntries(
        schemas.map(([name, schema]) => [
          name,
          validation.ValidateParam(schema, values[name], name, invalid, false),
        ]),
      );
  const unknown = body ? [] : given.filter(([name]) => !Object.hasOwn(all, name));
  const errors = [
    ...toClientProblem(new ValidateError(invalid, ''))!.errors!,
    ...unknown.map(([field]) => ({ field, message: 'is not a parameter of the report' })),
  ];
  if (errors.length === 0) return valid;
  throw invalidParameters(errors);
}

/** A query contains texts, and a list of one like its item. */
function asInQuery([name, value]: [string, unknown]): [string, unknown] {
  const texts = [value].flat().map(String);
  return [name, texts.length === 1 ? texts[0] : texts];
}

function invalidParameters(errors: readonly FieldError[]): Problem {
  return invalidFields(
    errors.map(({ field, message }) => ({ field: `parameters.${field}`, message })),
  );
}
