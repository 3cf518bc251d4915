import { useMutation, useQueryClient } from '@tanstack/react-query';
import { apiOf, apiQuery, type Schemas } from '../../api/client';
import { reportQuery } from '../../api/report';

export type ReminderSettings = Schemas['ReminderSettings'];

const PREVIEW = '/notification/preview';

export const remindersQuery = (organization: string) =>
  apiQuery('reminders', organization, '/notification/reminders');

/** What would be sent on a day; without one today. */
export const previewQuery = (organization: string, date: string | undefined) =>
  reportQuery(organization, 'get', PREVIEW, { params: { query: { date } } });

/** Saves the settings; the preview is then of these. */
export function useSaveReminders(organization: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: ReminderSettings) =>
      apiOf(organization).put('/notification/reminders', { body }),
    onSuccess: settings =>
      queryClient.setQueryData(remindersQuery(organization).queryKey, settings),
    meta: { changes: ['report', organization, PREVIEW] },
  });
}
