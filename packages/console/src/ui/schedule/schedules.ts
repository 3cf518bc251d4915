import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { apiOf, type Schemas } from '../../api/client';

export type Schedule = Schemas['Schedule'];
export type ScheduleRequest = Schemas['ScheduleRequest'];

/** A report as a page shows it. */
export type ShownReport = Pick<ScheduleRequest, 'report' | 'parameters'>;

/** Why the report cannot be scheduled as it is shown. */
export interface NotSchedulable {
  readonly reason: string;
}

const key = (organization: string) => ['schedules', organization];

/** The viewer's own. */
export const schedulesQuery = (organization: string) =>
  queryOptions({
    queryKey: [...key(organization), 'own'],
    queryFn: ({ signal }) => apiOf(organization).get('/reporting/schedules', { signal }),
  });

/** Everybody's; for operators. */
export const allSchedulesQuery = (organization: string, page: number) =>
  queryOptions({
    queryKey: [...key(organization), 'all', page],
    queryFn: ({ signal }) =>
      apiOf(organization).get('/notification/schedules', {
        signal,
        params: { query: { page, pageSize: 50 } },
      }),
  });

/** Who can get a report, of those searched for and those chosen, and whether mail is sent at all. */
export const scheduleOptionsQuery = (
  organization: string,
  { q = '', chosen = [] }: { q?: string; chosen?: readonly string[] } = {},
) =>
  queryOptions({
    queryKey: [...key(organization), 'options', q, chosen],
    queryFn: ({ signal }) => {
      const query = {
        ...(q !== '' && { q }),
        ...(chosen.length > 0 && { recipients: [...chosen] }),
      };
      return apiOf(organization).get('/reporting/schedules/options', { signal, params: { query } });
    },
    placeholderData: keepPreviousData,
  });

/** A change of schedules, after which their lists are read again. */
export function useScheduleChange<Input, Result>(
  organization: string,
  change: (api: ReturnType<typeof apiOf>, input: Input) => Promise<Result>,
) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (input: Input) => change(apiOf(organization), input),
    onSettled: () => queryClient.invalidateQueries({ queryKey: key(organization) }),
  });
}

/** What a schedule is, without what its runs make of it. */
export function toScheduleRequest(schedule: Schedule): ScheduleRequest {
  const { name, report, parameters, format, recurrence, recipients, whenEmpty, isPaused } =
    schedule;
  return { name, report, parameters, format, recurrence, recipients, whenEmpty, isPaused };
}
