import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { apiOf, type Schemas } from '../../api/client';
import { reportOptions } from '../../api/report';

export type ReminderSettings = Schemas['ReminderSettings'];

export const remindersQuery = (organization: string) =>
  queryOptions({
    queryKey: ['reminders', organization],
    queryFn: ({ signal }) => apiOf(organization).get('/notification/reminders', { signal }),
  });

/** What would be sent on a day; without one today. */
export const previewQuery = (organization: string, date: string | undefined) =>
  reportOptions(organization, ['reminders-preview', date], (api, call) =>
    api.get('/notification/preview', {
      ...call,
      params: { query: date === undefined ? {} : { date } },
    }),
  );

/** Saves the settings; the preview is then of these. */
export function useSaveReminders(organization: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: ReminderSettings) =>
      apiOf(organization).put('/notification/reminders', { body }),
    onSuccess: settings => {
      queryClient.setQueryData(remindersQuery(organization).queryKey, settings);
      return queryClient.invalidateQueries({
        queryKey: ['report', organization, 'reminders-preview'],
      });
    },
  });
}
