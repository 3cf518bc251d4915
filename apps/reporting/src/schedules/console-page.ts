import { daysOfPeriod, type RelativeRequest, resolvePeriod } from './relative-periods';
import type { ScheduledReport } from './schedules.dto';

type Parameters = RelativeRequest['parameters'];

interface Page {
  readonly page: string;
  /** The console's names for the parameters. */
  readonly filters?: (parameters: Parameters, at: Date) => Parameters;
  /** Parameters for which the page has no filter, so that it shows more. */
  readonly lacks?: readonly string[];
}

const PAGES: Readonly<Record<ScheduledReport, Page>> = {
  'achievement-gaps': {
    page: 'achievement-gaps',
    filters: ({ achievementId, requiredOnly, personTypes, status, q, sort, direction }) => ({
      achievement: achievementId,
      required: isFlag(requiredOnly, true) ? undefined : 'all',
      types: personTypes,
      status,
      q,
      sort,
      direction,
    }),
    lacks: ['departments'],
  },
  'compliance-overview': {
    page: 'overview',
    filters: ({ profileCondition }) => ({ profiles: profileCondition }),
  },
  'compliance-summaries': {
    page: 'compliance',
    filters: ({ departments, members, measurements, functions, profileCondition }) => ({
      departments,
      members,
      measurements,
      functions,
      profiles: profileCondition,
    }),
    lacks: ['memberMustHaveProfile', 'emptyScore'],
  },
  'compliance-trends': {
    page: 'trends',
    filters: ({ departments, measurements, months, from, to, profileCondition }) => ({
      departments,
      months: from === undefined ? months : `${textOf(from)}..${textOf(to)}`,
      profiles: profileCondition,
      measurement: measurements,
    }),
  },
  'competency-validations': {
    page: 'validations',
    filters: ({ departments, members, status, expiresBefore, q }) => ({
      departments,
      members,
      status,
      q,
      until: dayNotBefore(expiresBefore),
    }),
  },
  'directory-contacts': { page: 'directory', lacks: ['functions'] },
  expirations: {
    page: 'expiring',
    filters: ({ days, from, to, kinds, requiredOnly, departments, q }, at) => ({
      ...periodOf({ days, from, to }, at),
      kinds: Array.isArray(kinds) && kinds.length > 1 ? undefined : kinds,
      required: isFlag(requiredOnly, false) ? 'all' : undefined,
      departments,
      q,
    }),
    lacks: ['members'],
  },
  'monthly-statistics': {
    page: 'monthly-statistics',
    filters: ({ year, month, departments, q, requiredOnly }) => ({
      month: month === undefined ? undefined : `${textOf(year)}-${textOf(month).padStart(2, '0')}`,
      required: isFlag(requiredOnly, true) ? undefined : 'all',
      departments,
      q,
    }),
  },
  people: { page: 'people' },
};

type Shown = Pick<RelativeRequest, 'report' | 'parameters'>;

/** Whether the console's page for a report has a filter for each parameter that omits rows. */
export function showsAll({ report, parameters }: Shown): boolean {
  const { lacks = [] } = PAGES[report];
  return !lacks.some(name => omitsRows(name, parameters[name]));
}

/** An empty list means all, and of the empty scores only `excluded` omits rows. A text is a list of one. */
function omitsRows(name: string, value: unknown): boolean {
  if (name === 'emptyScore') return value === 'excluded';
  return Array.isArray(value) ? value.length > 0 : value === true || typeof value === 'string';
}

/** Whether a parameter of a query, which can be text as in a URL, is true or false. */
function isFlag(value: unknown, flag: boolean): boolean {
  return value === flag || value === String(flag);
}

/** Returns the URL of the console page that shows a report as of a time. */
export function consolePage(
  address: string,
  { handle, ...request }: RelativeRequest & { readonly handle: string },
  at: Date,
): string {
  const { report, parameters } = request;
  const { page, filters = () => ({}) } = PAGES[report];
  const person = report === 'people' ? `/${textOf(parameters.memberId)}` : '';
  const query = new URLSearchParams({ organization: handle });
  for (const [name, value] of Object.entries({
    ...filters(resolvePeriod(request, at), at),
    ...datesOf(request, at),
  })) {
    for (const item of Array.isArray(value) ? (value as unknown[]) : [value]) {
      if (textOf(item) !== '') query.append(name, textOf(item));
    }
  }
  return `${address}/console/${page}${person}?${query.toString()}`;
}

/** Returns the days of a relative period at the time of the run, in the schedule's time zone. */
function datesOf(request: RelativeRequest, at: Date): Parameters {
  const days = request.report === 'expirations' ? daysOfPeriod(request, at) : null;
  return days ? { period: 'dates', since: days.first, until: days.last } : {};
}

function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

const PERIODS: readonly unknown[] = [30, 90, 180, 365];
const DAY = 86_400_000;

/** The page has names for some periods; others become ranges of days in UTC. */
function periodOf({ days, from, to }: Parameters, at: Date): Parameters {
  // A window starts after `from`, whereas a day on the page starts at midnight.
  if (typeof from === 'string') {
    return {
      period: 'dates',
      since: dayOf(Date.parse(from) + 1),
      until: dayOf(Date.parse(textOf(to))),
    };
  }
  const period = typeof days === 'string' ? Number(days) : (days ?? 90);
  if (PERIODS.includes(period)) return { period };
  const now = at.getTime();
  return { period: 'dates', since: dayOf(now), until: dayOf(now + Number(period) * DAY) };
}

/** Returns the first day that starts at or after an instant. */
function dayNotBefore(instant: unknown): string | undefined {
  return typeof instant === 'string' ? dayOf(Date.parse(instant) + DAY - 1) : undefined;
}

function dayOf(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}
