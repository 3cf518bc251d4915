import { ScheduledReport } from './schedules.dto';

type Parameters = Readonly<Record<string, unknown>>;

interface Page {
  readonly page: string;
  /** The console's names of the parameters. */
  readonly filters?: (parameters: Parameters) => Parameters;
}

const PAGES: Readonly<Record<ScheduledReport, Page>> = {
  [ScheduledReport.AchievementGaps]: {
    page: 'achievement-gaps',
    filters: ({ achievementId, personTypes, status, q, sort, direction }) => ({
      achievement: achievementId,
      types: personTypes,
      status,
      q,
      sort,
      direction,
    }),
  },
  [ScheduledReport.ComplianceOverview]: {
    page: 'overview',
    filters: ({ profileCondition }) => ({ profiles: profileCondition }),
  },
  [ScheduledReport.ComplianceSummaries]: {
    page: 'compliance',
    filters: ({ departments, members, measurements, functions, profileCondition }) => ({
      departments,
      members,
      measurements,
      functions,
      profiles: profileCondition,
    }),
  },
  [ScheduledReport.ComplianceTrends]: {
    page: 'trends',
    filters: ({ departments, measurements, months, profileCondition }) => ({
      departments,
      months,
      profiles: profileCondition,
      measurement: Array.isArray(measurements) ? (measurements[0] as unknown) : undefined,
    }),
  },
  [ScheduledReport.CompetencyValidations]: {
    page: 'validations',
    filters: ({ departments, members, status, expiresBefore, q }) => ({
      departments,
      members,
      status,
      q,
      until: dayOf(expiresBefore),
    }),
  },
  [ScheduledReport.DirectoryContacts]: { page: 'directory' },
  [ScheduledReport.Expirations]: {
    page: 'expiring',
    filters: ({ days, from, to, kinds, requiredOnly, departments, q }) => ({
      ...periodOf(days, from, to),
      kinds: Array.isArray(kinds) && kinds.length > 1 ? undefined : kinds,
      required: requiredOnly === false ? 'all' : undefined,
      departments,
      q,
    }),
  },
  [ScheduledReport.MonthlyStatistics]: {
    page: 'monthly-statistics',
    filters: ({ year, month, departments, q, requiredOnly }) => ({
      month: month === undefined ? undefined : `${textOf(year)}-${textOf(month).padStart(2, '0')}`,
      required: requiredOnly === true ? undefined : 'all',
      departments,
      q,
    }),
  },
  [ScheduledReport.People]: { page: 'people' },
};

/** The address of the console's page that shows a report with these parameters. */
export function consolePage(
  address: string,
  organization: string,
  report: ScheduledReport,
  parameters: Parameters,
): string {
  const { page, filters = () => ({}) } = PAGES[report];
  const person = report === ScheduledReport.People ? `/${textOf(parameters.memberId)}` : '';
  const query = new URLSearchParams({ organization });
  for (const [name, value] of Object.entries(filters(parameters))) {
    for (const item of Array.isArray(value) ? (value as unknown[]) : [value]) {
      if (textOf(item) !== '') query.append(name, textOf(item));
    }
  }
  return `${address}/console/${page}${person}?${query.toString()}`;
}

function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

const PERIODS = [30, 90, 180, 365];

/** The page names some periods; others are the days between two. */
function periodOf(days: unknown = 90, from: unknown, to: unknown): Parameters {
  const since = dayOf(from);
  if (since !== undefined) return { period: 'dates', since, until: dayOf(to) };
  return { period: PERIODS.find(period => period >= Number(days)) ?? 365 };
}

function dayOf(instant: unknown): string | undefined {
  return typeof instant === 'string' ? instant.slice(0, 10) : undefined;
}
