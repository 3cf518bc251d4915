import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { ADA, OLGA, openConsole, refusal } from './console';

const SETTINGS = {
  isEnabled: false,
  daysBefore: [60, 30, 7],
  afterExpiry: 7,
  requiredOnly: true,
  toMember: true,
  toDepartments: ['Administration'],
  at: '07:00',
  timeZone: 'Europe/Berlin',
  weekdays: [1, 2, 3, 4, 5],
};

const PREVIEW = {
  date: '2026-11-23',
  items: [
    {
      to: 'department',
      memberId: '33333333-3333-4333-8333-333333333333',
      email: 'grace@acme.test',
      entries: [
        {
          kind: 'achievement',
          itemId: '44444444-4444-4444-8444-444444444444',
          itemName: 'H2S Alive',
          memberName: 'Bob',
          expiresAt: '2026-12-22T00:00:00.000+00:00',
          daysLeft: 28,
        },
      ],
    },
  ],
};

const ANSWERS = {
  'GET /auth/session': OLGA,
  'GET /notification/reminders': SETTINGS,
  'GET /notification/preview': PREVIEW,
};

it('previews a day before reminders are switched on', async () => {
  const { callsOf } = openConsole('/reminders?organization=acme&date=2026-11-23', ANSWERS);
  expect(await screen.findByText('grace@acme.test')).toBeVisible();
  expect(screen.getByText(/Bob: H2S Alive/)).toBeVisible();
  const [call] = callsOf('GET /notification/preview');
  expect(call!.query.get('date')).toBe('2026-11-23');
  expect(call!.headers.get('X-Company')).toBe('acme');
  expect(screen.getByRole('switch', { name: /Send reminders/ })).not.toBeChecked();
});

it('saves all settings, and refreshes the preview', async () => {
  const { user, callsOf } = openConsole('/reminders?organization=acme', {
    ...ANSWERS,
    'PUT /notification/reminders': { ...SETTINGS, isEnabled: true },
  });
  await user.click(await screen.findByRole('switch', { name: /Send reminders/ }));
  await user.click(screen.getByRole('checkbox', { name: 'Saturday' }));
  const after = screen.getByRole('textbox', { name: 'Days after expiry' });
  await user.clear(after);
  // Out of range, which the API reports; it is not changed silently.
  await user.type(after, '400');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Saved. Reminders are on.')).toBeVisible();
  const [call] = callsOf('PUT /notification/reminders');
  expect(call!.body).toEqual({
    ...{ ...SETTINGS, isEnabled: true, afterExpiry: 400 },
    weekdays: [1, 2, 3, 4, 5, 6],
  });
  await waitFor(() => expect(callsOf('GET /notification/preview').length).toBeGreaterThan(1));
});

it('opens with the settings that are stored now', async () => {
  const { user, answer, queryClient } = openConsole('/reminders?organization=acme', ANSWERS);
  expect(await screen.findByLabelText(/^Days after expiry/)).toHaveValue('7');
  await user.click(screen.getByRole('link', { name: 'Glossary' }));
  await screen.findByRole('heading', { name: 'Glossary' });
  answer('GET /notification/reminders', { ...SETTINGS, afterExpiry: 14 });
  // As after a minute.
  await queryClient.invalidateQueries({ refetchType: 'none' });
  await user.click(screen.getByRole('link', { name: 'Reminders' }));
  await screen.findByText('grace@acme.test');
  await waitFor(() => expect(screen.getByLabelText(/^Days after expiry/)).toHaveValue('14'));
});

it('shows errors of the API, and keeps what was typed', async () => {
  const { user } = openConsole('/reminders?organization=acme', {
    ...ANSWERS,
    'PUT /notification/reminders': refusal(409, {
      title: 'Mail not configured',
      detail: 'This service sends no mail.',
      code: 'mail-not-configured',
    }),
  });
  await user.click(await screen.findByRole('switch', { name: /Send reminders/ }));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Mail not configured')).toBeVisible();
  expect(screen.getByRole('switch', { name: /Send reminders/ })).toBeChecked();
});

it('is only in the navigation of operators', async () => {
  openConsole('/my-compliance?organization=acme', { 'GET /auth/session': ADA });
  expect((await screen.findAllByRole('link', { name: 'My compliance' }))[0]).toBeVisible();
  expect(screen.queryByRole('link', { name: 'Reminders' })).toBeNull();
});
