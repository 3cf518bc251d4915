import { type FieldError, invalidFields } from '@platform/http';
import type { OwnRequest } from '../http/own-requests';
import { type FileFormat, ScheduledReport } from './schedules.dto';

export interface ReportRequest {
  readonly report: ScheduledReport;
  readonly parameters: Readonly<Record<string, unknown>>;
  readonly format: FileFormat;
}

/** Reports whose parameters are a body. */
const BY_BODY: ReadonlySet<ScheduledReport> = new Set([
  ScheduledReport.ComplianceSummaries,
  ScheduledReport.ComplianceTrends,
]);

/** What a schedule decides itself; `companyId` names another organization. */
const OWN = ['format', 'page', 'pageSize', 'companyId'];

/**
 * The request for the file of a report at a time.
 * @throws Problem invalid-request naming parameters that have no place in a query
 */
export function toRequest(
  { report, parameters: given, format }: ReportRequest,
  at: Date,
): OwnRequest {
  const path = `/reporting/${report}`;
  if (BY_BODY.has(report)) return { method: 'POST', path: `${path}?format=${format}`, body: given };
  const { memberId, ...others } = given;
  const isPerson = report === ScheduledReport.People;
  const parameters = isPerson ? others : withMonth(report, given, at);
  const query = new URLSearchParams([...toQuery(parameters), ['format', format]]);
  const person = isPerson ? `/${encodeURIComponent(requireText('memberId', memberId))}` : '';
  return { method: 'GET', path: `${path}${person}?${query.toString()}` };
}

/** The parameters at a time: statistics without a month are those of the month before. */
export function withMonth(
  report: ScheduledReport,
  parameters: ReportRequest['parameters'],
  at: Date,
): ReportRequest['parameters'] {
  const isOpen = parameters.year === undefined && parameters.month === undefined;
  if (report !== ScheduledReport.MonthlyStatistics || !isOpen) return parameters;
  const before = new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() - 1, 1));
  return { ...parameters, year: before.getUTCFullYear(), month: before.getUTCMonth() + 1 };
}

function toQuery(parameters: ReportRequest['parameters']): [string, string][] {
  const faults: FieldError[] = [];
  const pairs = Object.entries(parameters).flatMap(([name, value]) => {
    const values: readonly unknown[] = Array.isArray(value) ? value : [value];
    if (OWN.includes(name)) {
      faults.push({ field: `parameters.${name}`, message: 'is no parameter of a schedule' });
    } else if (value !== null && !values.every(isPlain)) {
      const message = 'must be a text, a number, true, false, or a list of these';
      faults.push({ field: `parameters.${name}`, message });
    } else if (value !== null) {
      return values.map((item): [string, string] => [name, String(item)]);
    }
    return [];
  });
  if (faults.length > 0) throw invalidFields(faults);
  return pairs;
}

function isPlain(value: unknown): boolean {
  return ['string', 'number', 'boolean'].includes(typeof value);
}

function requireText(name: string, value: unknown): string {
  if (typeof value === 'string' && value !== '') return value;
  throw invalidFields([{ field: `parameters.${name}`, message: 'is required' }]);
}
