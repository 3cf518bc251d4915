import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { OLGA, openConsole, refusal } from './console';

const ID = '33333333-3333-4333-8333-333333333333';
const ERASE = `POST /security/accounts/${ID}/erase`;

const COUNTS = {
  accounts: 1,
  memberships: 1,
  affiliations: 2,
  assignments: 0,
  standings: 1_204,
  tickets: 14,
  validations: 0,
  statistics: 24,
  identities: 0,
  secrets: 0,
  sessions: 0,
  schedules: 0,
  mails: 0,
  importFaults: 0,
  importArchives: 0,
  auditEvents: 310,
};

const GRACE = {
  id: ID,
  email: 'grace@acme.test',
  name: 'Grace Hopper',
  isOperator: false,
  apiAccess: false,
  reportAccess: false,
  fromProvider: {
    isOperator: false,
    apiAccess: true,
    reportAccess: true,
    until: '2026-12-22T08:00:00.000+00:00',
  },
  isEnabled: true,
  hasPassword: true,
  secretPrefix: null,
  organizations: [
    {
      handle: 'acme',
      hasAccess: false,
      isDeveloper: false,
      fromProvider: { hasAccess: true, isDeveloper: true },
    },
  ],
};

function openAccounts(erase: unknown) {
  return openConsole('/accounts', {
    'GET /auth/session': OLGA,
    'GET /security/companies': { items: [], total: 0, page: 1, pageSize: 50 },
    'GET /security/accounts': { items: [GRACE], total: 1, page: 1, pageSize: 25 },
    [ERASE]: erase,
  });
}

test('rights from single sign-on are shown separately from those granted by operators', async () => {
  openAccounts(COUNTS);
  expect(
    await screen.findByText(/From single sign-on: Report access, Developer in acme, until/),
  ).toBeTruthy();
  const granted = screen.getByRole('switch', { name: 'Report access of Grace Hopper' });
  expect((granted as HTMLInputElement).checked).toBe(false);
  expect(screen.getByText('Everything works: reads acme')).toBeTruthy();
});

test('the button to export a person is named after them', async () => {
  openAccounts(COUNTS);
  const button = await screen.findByRole('button', { name: 'Export data of Grace Hopper' });
  expect(button.textContent).toBe('Export data');
});

test('a person is erased after the counts are shown and the e-mail is typed', async () => {
  const { user, callsOf } = openAccounts(COUNTS);
  await user.click(await screen.findByRole('button', { name: 'Erase Grace Hopper' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(await dialog.findByText('1,204 standings')).toBeTruthy();
  expect(callsOf(ERASE).map(({ body }) => body)).toEqual([{ dryRun: true }]);
  const button = dialog.getByRole('button', { name: 'Erase for good' });
  const field = dialog.getByLabelText('Type grace@acme.test to confirm');
  await user.type(field, 'grace@acme.tes');
  expect(button).toHaveProperty('disabled', true);
  await user.type(field, 't');
  await user.click(button);
  expect(await screen.findByText('The person has been erased.')).toBeTruthy();
  expect(callsOf(ERASE).at(-1)!.body).toEqual({ confirm: 'grace@acme.test' });
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('a count that fails shows its error, and can be tried again', async () => {
  const { user, answer } = openAccounts(() => refusal(503, { title: 'Busy', code: 'busy' }));
  await user.click(await screen.findByRole('button', { name: 'Erase Grace Hopper' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(await dialog.findByRole('alert')).toHaveTextContent('Busy');
  answer(ERASE, COUNTS);
  await user.click(dialog.getByRole('button', { name: 'Try again' }));
  await dialog.findByText('1,204 standings');
});

test('the directory is refetched after a person is erased', async () => {
  const { user, callsOf, router } = openConsole('/directory?organization=acme', {
    'GET /auth/session': OLGA,
    'GET /security/companies': { items: [], total: 0, page: 1, pageSize: 50 },
    'GET /security/accounts': { items: [GRACE], total: 1, page: 1, pageSize: 25 },
    [ERASE]: COUNTS,
  });
  const reads = () => callsOf('GET /reporting/directory-contacts').length;
  await screen.findByRole('heading', { name: 'Directory' });
  await waitFor(() => expect(reads()).toBeGreaterThan(0));
  await act(() => router.navigate({ to: '/accounts' }));
  await user.click(await screen.findByRole('button', { name: 'Erase Grace Hopper' }));
  await user.type(await screen.findByLabelText(/to confirm/), 'grace@acme.test');
  await user.click(screen.getByRole('button', { name: 'Erase for good' }));
  await screen.findByText('The person has been erased.');
  const before = reads();
  await act(() => router.navigate({ to: '/directory' }));
  await waitFor(() => expect(reads()).toBeGreaterThan(before));
});

test('an erasure whose counts fail cannot be confirmed', async () => {
  const detail = 'An import, a snapshot or a different erasure is running.';
  const { user } = openAccounts(refusal(503, { code: 'busy', title: 'Busy', detail }));
  await user.click(await screen.findByRole('button', { name: 'Erase Grace Hopper' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(await dialog.findByText(new RegExp(detail))).toBeTruthy();
  await user.type(dialog.getByLabelText(/to confirm/), 'grace@acme.test');
  expect(dialog.getByRole('button', { name: 'Erase for good' })).toHaveProperty('disabled', true);
});

test('users download their own data on the account page', async () => {
  const { user, callsOf } = openConsole('/account', {
    'GET /me/client-secret': refusal(403),
    'GET /me/client-secrets': [],
    'GET /me/export': () => refusal(503, { title: 'Busy', detail: 'Too many reports.' }),
  });
  await user.click(await screen.findByRole('button', { name: 'Download my data' }));
  expect(await screen.findByText(/Too many reports/)).toBeTruthy();
  expect(callsOf('GET /me/export')).toHaveLength(1);
});
