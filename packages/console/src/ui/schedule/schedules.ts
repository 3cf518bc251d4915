import type { UseMutationOptions } from '@tanstack/react-query';
import { apiOf, apiQuery, type Schemas } from '../../api/client';
import { useOrganization } from '../../api/queries';
import { useChange } from '../notices';

export type Schedule = Schemas['Schedule'];
export type ScheduleRequest = Schemas['ScheduleRequest'];

export type Api = ReturnType<typeof apiOf>;

export type ShownReport = Pick<ScheduleRequest, 'report' | 'parameters'>;

export interface NotSchedulable {
  readonly reason: string;
}

const GROUP = 'schedules';

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

export function useScheduleChange<Result, Input = void>(
  change: (api: Api, input: Input) => Promise<Result>,
  options?: UseMutationOptions<Result, Error, Input>,
) {
  const api = apiOf(useOrganization());
  return useChange((input: Input) => change(api, input), { stale: [GROUP], ...options });
}

/** Returns the settings of a schedule, without the results of its runs. */
export function toScheduleRequest(schedule: Schedule): ScheduleRequest {
  const { name, report, parameters, format, recurrence, recipients, whenEmpty, isPaused } =
    schedule;
  return { name, report, parameters, format, recurrence, recipients, whenEmpty, isPaused };
}
