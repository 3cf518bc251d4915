import { keepPreviousData, type UseMutationOptions } from '@tanstack/react-query';
import { apiOf, apiQuery, type Schemas } from '../../api/client';
import { useOrganization } from '../../api/queries';
import { useChange } from '../notices';

export type Schedule = Schemas['Schedule'];
export type ScheduleRequest = Schemas['ScheduleRequest'];

export type ShownReport = Pick<ScheduleRequest, 'report' | 'parameters'>;

/** Why the report cannot be scheduled as it is shown. */
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

/** Who can get a report, of those searched for and those chosen, and whether mail is sent at all. */
export const scheduleOptionsQuery = (
  organization: string,
  q: string,
  chosen: readonly string[],
) => ({
  ...apiQuery(GROUP, organization, '/reporting/schedules/options', {
    params: { query: { q: q || undefined, recipients: [...chosen] } },
  }),
  placeholderData: keepPreviousData,
});

/** A change of schedules, after which their lists are read again. */
export function useScheduleChange<Result, Input = void>(
  change: (api: ReturnType<typeof apiOf>, input: Input) => Promise<Result>,
  options?: UseMutationOptions<Result, Error, Input>,
) {
  const api = apiOf(useOrganization());
  return useChange((input: Input) => change(api, input), { stale: [GROUP], ...options });
}

/** A form says itself what is wrong with it. */
export const SAID_BY_FORM = { onError: undefined };

/** What a schedule is, without what its runs make of it. */
export function toScheduleRequest(schedule: Schedule): ScheduleRequest {
  const { name, report, parameters, format, recurrence, recipients, whenEmpty, isPaused } =
    schedule;
  return { name, report, parameters, format, recurrence, recipients, whenEmpty, isPaused };
}
