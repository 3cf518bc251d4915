import { apiQuery, type Schemas } from '../../api/client';

export type Schedule = Schemas['Schedule'];
export type ScheduleRequest = Schemas['ScheduleRequest'];

export type ShownReport = Pick<ScheduleRequest, 'report' | 'parameters'>;

const GROUP = 'schedules';

/** The key of queries that are stale once a schedule has changed. */
export const SCHEDULES = [GROUP];

export const schedulesQuery = (organization: string) =>
  apiQuery(GROUP, organization, '/reporting/schedules');

export const allSchedulesQuery = (organization: string, page: number) =>
  apiQuery(GROUP, organization, '/notification/schedules', {
    params: { query: { page, pageSize: 50 } },
  });

/** Possible recipients, including the selected ones, and whether mail is configured. */
export const scheduleOptionsQuery = (organization: string, q: string, chosen: readonly string[]) =>
  apiQuery(GROUP, organization, '/reporting/schedules/options', {
    params: { query: { q: q || undefined, recipients: [...chosen] } },
  });

/** Returns the settings of a schedule, without the results of its runs. */
export function toScheduleRequest(schedule: Schedule): ScheduleRequest {
  const { name, report, parameters, format, recurrence, recipients, whenEmpty, isPaused } =
    schedule;
  return { name, report, parameters, format, recurrence, recipients, whenEmpty, isPaused };
}
