import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { ADA, type Call, openConsole, refusal } from './console';
import { DEPARTMENT, PERSON, page, SUMMARY } from './records';

const ID = '00000000-0000-4000-8000-000000000009';
const REPORT = `GET /reporting/people/${ID}`;
const soon = new Date(Date.now() + 10 * 24 * 60 * 60 * 1000).toISOString();
const [RIGGING] = PERSON.requirements as [(typeof PERSON.requirements)[0]];
const more = (id: string, change: object) => ({
  ...RIGGING,
  id,
  name: id,
  number: null,
  ...change,
});

const STANDINGS = {
  ...PERSON,
  requirements: [
    more('Lifting', { status: 'Expired', expiresAt: '2026-01-15T00:00:00.000+00:00' }),
    more('First Aid', { status: 'missing', measurement: { key: 1, name: 'Certificates' } }),
    more('Hoisting', { status: 'Validated', isSatisfied: true, expiresAt: soon }),
    more('Welding', { status: 'Validated', isSatisfied: true }),
    more('Diving', { status: 'Expired', isRequired: false, departments: [] }),
  ],
};

const [ACME] = ADA.organizations as [(typeof ADA.organizations)[0]];
const KEPT = { ...ACME, rights: { ...ACME.rights, keepsRecords: true } };

const linesOf = (table: HTMLElement) =>
  within(table)
    .getAllByRole('row')
    .slice(1)
    .map(row => row.querySelectorAll('td')[1]?.textContent);

test('a figure of a person filters the rows that it counts', async () => {
  const { user, router } = openConsole(`/people/${ID}`, { [REPORT]: STANDINGS });
  const figures = within(await screen.findByRole('group', { name: 'The person in figures' }));
  figures.getByText('2 of 4');
  await screen.findByText('5 rows, not satisfied first');
  await user.click(figures.getByRole('link', { name: 'Not satisfied' }));
  await waitFor(() => expect(router.state.location.search).toMatchObject({ show: 'unsatisfied' }));
  await screen.findByText('2 rows');
  expect(linesOf(screen.getByRole('table', { name: 'Requirements' }))).toEqual([
    'Lifting',
    'First Aid',
  ]);
  await user.click(figures.getByRole('link', { name: 'Expires within 90 days' }));
  await screen.findByText('1 row');
});

test('a person is shown with the departments of each requirement, and the shares', async () => {
  const of = (name: string, required: number) => ({
    department: { ...DEPARTMENT, id: name, name },
    measurement: { ...SUMMARY.measurement, required },
  });
  openConsole(`/people/${ID}`, {
    [REPORT]: { ...STANDINGS, measurements: [of('Yard', 4), of('Office', 0)] },
  });
  const lines = within(await screen.findByRole('table', { name: 'Requirements' }));
  expect(lines.getByRole('row', { name: /^Expired Lifting/ })).toHaveTextContent('Yard');
  expect(lines.getByRole('row', { name: /Diving/ })).toHaveTextContent('Not required');
  const shares = within(screen.getByRole('table', { name: 'By department and measurement' }));
  expect(shares.getAllByRole('row')).toHaveLength(2);
  expect(shares.getByRole('row', { name: /^Yard/ })).toHaveTextContent('25.0%1 of 4');
});

test('an expanded row of compliance only lists what is not satisfied in its department', async () => {
  const elsewhere = more('Diving', { departments: [{ ...DEPARTMENT, id: 'd2', name: 'Office' }] });
  const { user } = openConsole(LINE, {
    ...OF_GRACE,
    [REPORT]: { ...STANDINGS, requirements: [elsewhere, ...STANDINGS.requirements] },
  });
  await user.click(await screen.findByRole('button', { name: 'All counts of Grace Hopper, Yard' }));
  const list = await screen.findByRole('list', { name: 'Not satisfied: Critical Competencies' });
  expect(within(list).getAllByRole('listitem')).toHaveLength(1);
});

test('requirements that expire soon are still held', async () => {
  openConsole(`/people/${ID}?show=held`, { [REPORT]: STANDINGS });
  await screen.findByText('2 rows');
  expect(linesOf(screen.getByRole('table', { name: 'Requirements' }))).toEqual([
    'Hoisting',
    'Welding',
  ]);
});

test.each([
  ['not-a-person', 400, { errors: [{ field: 'memberId', message: 'must be a UUID' }] }],
  [ID, 404, { code: 'unknown-member' }],
])(
  'the address of nobody (%s) says so, and offers nothing of them',
  async (id, status, problem) => {
    openConsole(`/people/${id}`, {
      [`GET /reporting/people/${id}`]: () => refusal(status, problem),
    });
    await screen.findByText('No such person here');
    screen.getByRole('link', { name: 'Search the directory' });
    expect(screen.queryByRole('button', { name: /Download|Schedule/ })).toBeNull();
  },
);

test('somebody who is not a member has no compliance of their own', async () => {
  openConsole('/my-compliance', {
    'GET /me/compliance': () => refusal(404, { code: 'unknown-member' }),
  });
  await screen.findByText('You are not a member of this organization');
  expect(screen.queryByText('No such person')).toBeNull();
  expect(screen.queryByRole('button', { name: /Download/ })).toBeNull();
});

const LINE = `/compliance?departments=${DEPARTMENT.id}`;
const OF_GRACE = {
  'POST /reporting/compliance-summaries': [
    { ...SUMMARY, member: { ...SUMMARY.member, id: ID } },
    {
      ...SUMMARY,
      member: { id: 'm2', name: 'Ada', code: null },
      measurement: { ...SUMMARY.measurement, satisfied: 4 },
    },
  ],
};

test('an expanded row of compliance lists what is not satisfied of its measurements', async () => {
  const { user, callsOf } = openConsole(LINE, { ...OF_GRACE, [REPORT]: STANDINGS });
  const opener = await screen.findByRole('button', { name: 'All counts of Grace Hopper, Yard' });
  expect(callsOf(REPORT)).toEqual([]);
  await user.click(opener);
  const list = await screen.findByRole('list', { name: 'Not satisfied: Critical Competencies' });
  expect(list).toHaveTextContent(/^ExpiredLifting, expired Jan 15, 2026$/);
  const { length } = callsOf(REPORT);
  await user.click(opener);
  await user.click(opener);
  await screen.findByRole('list', { name: 'Not satisfied: Critical Competencies' });
  expect(callsOf(REPORT)).toHaveLength(length);
});

test('an expanded row explains that a function is not reported on', async () => {
  const { user } = openConsole(LINE, {
    ...OF_GRACE,
    [REPORT]: () => refusal(404, { code: 'unknown-member', detail: 'GET /reporting lists them.' }),
  });
  await user.click(await screen.findByRole('button', { name: 'All counts of Grace Hopper, Yard' }));
  const alert = await screen.findByRole('alert');
  expect(alert).toHaveTextContent(/^No such person.*a function that reports include\.$/);
  screen.getByText(/^Required 4 · /);
});

test('an expanded row shows that nothing is missing, or an error', async () => {
  const held = { ...STANDINGS, requirements: STANDINGS.requirements.slice(2) };
  const { user, answer } = openConsole(LINE, {
    ...OF_GRACE,
    'GET /reporting/people/m2': () => refusal(500, { code: 'internal' }),
  });
  await user.click(await screen.findByRole('button', { name: 'All counts of Ada, Yard' }));
  const again = await screen.findByRole('button', { name: 'Try again' });
  answer('GET /reporting/people/m2', held);
  await user.click(again);
  await screen.findByText('All requirements are satisfied');
});

test('record keepers record that somebody has left, and can take it back', async () => {
  const leave = 'POST /security/accounts/a1/memberships/acme/leave';
  const comeBack = 'POST /security/accounts/a1/memberships/acme/return';
  const ended = { affiliations: 1, assignments: 1, schedules: 0, secrets: 0 };
  const { user, router, callsOf } = openConsole(`/people/${ID}?organization=acme`, {
    'GET /auth/session': { ...ADA, organizations: [KEPT] },
    [REPORT]: STANDINGS,
    [leave]: ended,
    [comeBack]: { access: true },
  });
  await user.click(await screen.findByRole('button', { name: 'Has left acme' }));
  await user.click(await screen.findByRole('button', { name: 'Has left' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/directory'));
  expect(callsOf(leave)).toHaveLength(1);
  await user.click(screen.getByRole('button', { name: 'Has come back to acme' }));
  await screen.findByText('Functions and profiles must be assigned again.');
  expect(callsOf(comeBack)).toHaveLength(1);
});

test('others cannot record it', async () => {
  openConsole(`/people/${ID}`, { [REPORT]: STANDINGS });
  await screen.findByText('5 rows, not satisfied first');
  expect(screen.queryByRole('button', { name: /Has left/ })).toBeNull();
});

test('record keepers record, correct and withdraw an achievement', async () => {
  const held = more('First Aid', {
    ...{ kind: 'achievement', status: 'Expired', isSatisfied: false, source: 'import' },
    ...{ ticketId: 't1', certificateNumber: 'FA-1', expiresAt: '2026-03-01T22:59:59.000+00:00' },
  });
  const found = { achievementId: 'a1', achievementName: 'Rescue', holders: 2 };
  // It expired, so reports show another status than the stored one.
  const stored = {
    ...{ id: 't1', status: 'Valid', issuedAt: '2026-01-15T08:30:00.000+00:00' },
    ...{ expiresAt: '2026-03-01T22:59:59.000+00:00', certificateNumber: 'FA-1', note: null },
  };
  const { user, callsOf } = openConsole(`/people/${ID}`, {
    'GET /auth/session': { ...ADA, organizations: [KEPT] },
    [REPORT]: { ...PERSON, requirements: [held, RIGGING] },
    'GET /reporting/achievement-gaps/achievements': { ...page([found]) },
    'POST /records/tickets': {},
    'GET /records/tickets/t1': () => Response.json(stored, { headers: { ETag: '"1"' } }),
    'PATCH /records/tickets/t1': {},
    'DELETE /records/tickets/t1': null,
    [`PUT /records/standings/${ID}/c1`]: {},
  });
  await user.click(await screen.findByRole('button', { name: 'Record' }));
  await user.click(await screen.findByRole('combobox', { name: 'Achievement' }));
  await user.click(await screen.findByRole('option', { name: 'Rescue' }));
  await user.type(screen.getByRole('textbox', { name: 'Certificate number' }), 'R-7');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(callsOf('POST /records/tickets')).toHaveLength(1));
  expect(callsOf('POST /records/tickets')[0]!.body).toEqual({
    ...{ memberId: ID, achievementId: 'a1', status: 'Valid', issuedAt: null, expiresAt: null },
    ...{ certificateNumber: 'R-7', note: null },
  });

  await user.click(await screen.findByRole('button', { name: 'Correct First Aid' }));
  await user.type(await screen.findByRole('textbox', { name: 'Note' }), 'Seen');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(callsOf('PATCH /records/tickets/t1')).toHaveLength(1));
  const [corrected] = callsOf('PATCH /records/tickets/t1');
  expect(corrected!.headers.get('If-Match')).toBe('"1"');
  const { status, issuedAt, expiresAt, certificateNumber } = stored;
  expect(corrected!.body).toEqual({
    ...{ status, issuedAt, expiresAt, certificateNumber, note: 'Seen' },
  });

  await user.click(await screen.findByRole('button', { name: 'Withdraw First Aid' }));
  const dialog = await screen.findByRole('dialog', { name: 'Withdraw First Aid?' });
  await user.click(within(dialog).getByRole('button', { name: 'Withdraw' }));
  await waitFor(() => expect(callsOf('DELETE /records/tickets/t1')).toHaveLength(1));

  await user.click(await screen.findByRole('button', { name: 'Record Rigging' }));
  await user.click(await screen.findByRole('checkbox', { name: 'Somebody validated it' }));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  const standing = `PUT /records/standings/${ID}/c1`;
  await waitFor(() => expect(callsOf(standing)).toHaveLength(1));
  expect(callsOf(standing)[0]!.body).toMatchObject({ status: 'Not Completed', isValidated: true });
});

test('record keepers record a missing achievement in its row', async () => {
  const missing = more('First Aid', { kind: 'achievement', status: 'missing' });
  const { user, callsOf } = openConsole(`/people/${ID}`, {
    'GET /auth/session': { ...ADA, organizations: [KEPT] },
    [REPORT]: { ...PERSON, requirements: [missing] },
    'POST /records/tickets': {},
  });
  await user.click(await screen.findByRole('button', { name: 'Record First Aid' }));
  await user.click(await screen.findByRole('button', { name: 'Save' }));
  await waitFor(() => expect(callsOf('POST /records/tickets')).toHaveLength(1));
  expect(callsOf('POST /records/tickets')[0]!.body).toMatchObject({ achievementId: missing.id });
});

test('missing requirements show how to get them, on screen only', async () => {
  const link = 'https://training.test/rigging';
  const requirements = [{ ...RIGGING, howToGet: 'Ask Ada.', link }];
  const { callsOf, user } = openConsole('/my-compliance', {
    'GET /me/compliance': ({ query }: Call) =>
      query.get('format') === null ? { ...PERSON, requirements } : new Response('kind,id\r\n'),
  });
  const open = await screen.findByRole('link', { name: 'Open' });
  expect(open).toHaveAttribute('href', link);
  expect(open.closest('td')).toHaveTextContent('Ask Ada. Open');
  expect(open.closest('td')).toHaveClass('no-print');
  const printed = /^Grace Hopper · P-1 · Rigger · 0 of 1 requirements satisfied · As of .* by Ada$/;
  expect(screen.getByText(printed)).toHaveClass('print-only');
  expect(screen.getByRole('columnheader', { name: 'Measurement' })).not.toHaveClass('no-print');
  await user.click(screen.getByRole('button', { name: 'Download CSV' }));
  await waitFor(() =>
    expect(callsOf('GET /me/compliance').at(-1)!.query.get('format')).toBe('csv'),
  );
});

test('a record does not expire before it begins, and withdrawing it leads to the next button', async () => {
  let requirement = more('First Aid', { kind: 'achievement', source: 'manual', ticketId: 't1' });
  const { user, callsOf } = openConsole(`/people/${ID}`, {
    'GET /auth/session': { ...ADA, organizations: [KEPT] },
    [REPORT]: () => ({ ...PERSON, requirements: [requirement] }),
    'GET /records/tickets/t1': { status: 'Valid', issuedAt: '2026-05-01T00:00:00.000+00:00' },
    'PATCH /records/tickets/t1': {},
    'DELETE /records/tickets/t1': () => {
      requirement = { ...requirement, ticketId: null };
      return null;
    },
  });
  await user.click(await screen.findByRole('button', { name: 'Correct First Aid' }));
  await user.type(await screen.findByLabelText('Expires'), '2026-04-30');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(screen.getByLabelText('Expires')).toBeInvalid();
  await user.clear(screen.getByLabelText('Expires'));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(callsOf('PATCH /records/tickets/t1')).toHaveLength(1));

  await user.click(await screen.findByRole('button', { name: 'Withdraw First Aid' }));
  const dialog = await screen.findByRole('dialog', { name: 'Withdraw First Aid?' });
  await user.click(within(dialog).getByRole('button', { name: 'Withdraw' }));
  const record = await screen.findByRole('button', { name: 'Record First Aid' });
  await waitFor(() => expect(record).toHaveFocus());
});

test('without report access a person is neither shown nor offered for download', async () => {
  const roles = { ...ADA.roles, reportAccess: false };
  openConsole(`/people/${ID}`, { 'GET /auth/session': { ...ADA, roles } });
  await screen.findByText('Report access required');
  expect(screen.queryByRole('combobox', { name: 'Show' })).toBeNull();
  expect(screen.queryByRole('button', { name: /Download/ })).toBeNull();
});

test('others cannot edit records', async () => {
  openConsole(`/people/${ID}`, { 'GET /auth/session': ADA, [REPORT]: PERSON });
  await screen.findByRole('table', { name: 'Requirements' });
  expect(screen.queryByRole('button', { name: /^Record/ })).toBeNull();
});

test('choosing another organization on the page of a person leads to its directory', async () => {
  const organizations = [ACME, { ...ACME, id: '2', handle: 'globex', name: 'Globex' }];
  const { user, router } = openConsole(`/people/${ID}?organization=acme`, {
    [REPORT]: STANDINGS,
    'GET /auth/session': { ...ADA, organizations },
    'GET /reporting/directory-contacts': { departments: [], members: [], affiliations: [] },
  });
  await user.click(await screen.findByRole('link', { name: /^Organization: / }));
  await user.click(await screen.findByRole('button', { name: /Globex/ }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/directory'));
});
