import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { ADA, OLGA, openConsole } from './console';
import { DEPARTMENT, page } from './records';

const MEASUREMENT = { key: 1, name: 'Certificates' };
const idOf = (index: number) => `00000000-0000-4000-8000-0000000000c${index}`;
const column = (index: number, name: string, lacking: number) => ({
  ...{ index, kind: 'achievement', id: idOf(index), number: null, name },
  ...{ measurement: MEASUREMENT, people: 2, lacking },
});
const cell = (at: number, status: string, more: object = {}) => ({
  ...{ column: at, status, isRequired: true, isSatisfied: status === 'Valid' },
  ...{ heldSince: null, expiresAt: null, daysLeft: null },
  ...more,
});
const person = (name: string, satisfied: number, cells: object[]) => ({
  member: { id: name, name, code: `C-${name}`, jobTitle: 'Rigger' },
  departments: [DEPARTMENT],
  ...{ required: 2, satisfied, cells },
});
const MATRIX = {
  asOf: '2026-11-26T10:00:00.000+00:00',
  summary: { people: 2, peopleLacking: 1, required: 4, satisfied: 3 },
  columns: [column(0, 'First Aid', 1), column(1, 'H2S Alive', 0)],
  columnsTotal: 2,
  items: [
    person('Ada', 1, [
      cell(0, 'Expired', { expiresAt: '2026-01-15T00:00:00.000+00:00', daysLeft: -315 }),
      cell(1, 'Valid'),
    ]),
    person('Grace', 2, [cell(0, 'Valid'), cell(1, 'Valid', { daysLeft: 9 })]),
  ],
  ...{ total: 2, page: 1, pageSize: 100 },
};
const ADDRESS = `/matrix?organization=acme&departments=${DEPARTMENT.id}`;
const REPORT = 'POST /reporting/matrix';

test('a cell has a sign and a label, and opens its details, also by keyboard', async () => {
  const { user } = openConsole(ADDRESS, { 'GET /auth/session': OLGA, [REPORT]: MATRIX });
  const grid = within(await screen.findByRole('grid', { name: 'Matrix' }));
  await screen.findByText(/^1 of 2 people lacks something: 1 of 4/);
  const cells = grid.getAllByRole('gridcell').filter(each => 'cell' in each.dataset);
  expect(cells.map(({ textContent }) => textContent)).toEqual(['✕', '✓', '✓', '!']);
  expect(cells.map(({ tabIndex }) => tabIndex)).toEqual([0, -1, -1, -1]);
  cells[0]!.focus();
  await user.keyboard('{ArrowDown}{ArrowRight}');
  expect(cells[3]).toHaveFocus();
  await user.keyboard('{Home}{PageUp}{Enter}');
  const dialog = within(await screen.findByRole('dialog', { name: 'Ada: First Aid' }));
  dialog.getByText('Expired');
  dialog.getByText('Certificates');
  expect(dialog.getByRole('link', { name: 'Open the person' })).toHaveAttribute(
    'href',
    expect.stringContaining('/people/Ada'),
  );
  expect(cells[0]).toHaveAccessibleName('Ada, First Aid: Expired Jan 15, 2026');
});

test('record keepers edit the record of a cell', async () => {
  const requirement = {
    ...{ kind: 'achievement', id: idOf(0), name: 'First Aid', ticketId: null, status: 'missing' },
    ...{ heldSince: null, expiresAt: null, certificateNumber: null, note: null, source: null },
  };
  const { user, callsOf } = openConsole(ADDRESS, {
    'GET /auth/session': OLGA,
    [REPORT]: MATRIX,
    'GET /reporting/people/Ada': { requirements: [requirement] },
    'POST /records/tickets': {},
  });
  const grid = within(await screen.findByRole('grid', { name: 'Matrix' }));
  await user.click(grid.getByRole('gridcell', { name: /^Ada, First Aid/ }));
  await user.click(await screen.findByRole('button', { name: 'Record First Aid' }));
  await user.click(await screen.findByRole('button', { name: 'Save' }));
  await waitFor(() => expect(callsOf('POST /records/tickets')).toHaveLength(1));
  expect(callsOf('POST /records/tickets')[0]!.body).toMatchObject({
    ...{ memberId: 'Ada', achievementId: idOf(0), status: 'Valid' },
  });
});

test('the filters of the page are sent to the API', async () => {
  const { user, callsOf } = openConsole(ADDRESS, { [REPORT]: MATRIX });
  await user.click(await screen.findByLabelText('Only who lacks something'));
  await user.click(await screen.findByLabelText('Only what somebody lacks'));
  await user.selectOptions(screen.getByLabelText('Order of requirements'), 'Most lacking first');
  await waitFor(() =>
    expect(callsOf(REPORT).at(-1)!.body).toEqual({
      departments: [DEPARTMENT.id],
      ...{ lackingOnly: true, columnsLackingOnly: true, columnsSort: 'lacking' },
      ...{ page: 1, pageSize: 100, columnsPage: 1, columnsPageSize: 100 },
    }),
  );
  const before = callsOf(REPORT).length;
  await user.click(screen.getByRole('combobox', { name: 'Requirements' }));
  await user.click(await screen.findByRole('option', { name: 'H2S Alive' }));
  await waitFor(() =>
    expect(callsOf(REPORT).slice(before).at(-1)!.body).toMatchObject({ achievements: [idOf(1)] }),
  );
});

test('it can be filtered by any profile of the departments', async () => {
  const SUBJECTS = 'GET /reporting/matrix/subjects';
  const { user, callsOf } = openConsole(ADDRESS, {
    [REPORT]: MATRIX,
    [SUBJECTS]: page([{ kind: 'profile', id: idOf(7), number: null, name: 'First aider' }]),
  });
  await user.click(await screen.findByRole('combobox', { name: 'Profiles' }));
  await user.click(await screen.findByRole('option', { name: 'First aider' }));
  await waitFor(() => expect(callsOf(REPORT).at(-1)!.body).toMatchObject({ profiles: [idOf(7)] }));
  const { query } = callsOf(SUBJECTS)[0]!;
  expect([query.get('kinds'), query.get('departments')]).toEqual(['profile', DEPARTMENT.id]);
});

test('without departments it asks for them, and offers all if they are few', async () => {
  const { user, callsOf } = openConsole('/matrix?organization=acme', {
    [REPORT]: MATRIX,
    'GET /reporting/directory-contacts': {
      ...{ departments: [DEPARTMENT], members: [], affiliations: [] },
    },
  });
  await screen.findByText('Choose departments');
  expect(callsOf(REPORT)).toEqual([]);
  await user.click(await screen.findByRole('button', { name: 'All departments' }));
  await screen.findByRole('grid', { name: 'Matrix' });
  expect(callsOf(REPORT)[0]!.body).toMatchObject({ departments: [DEPARTMENT.id] });
});

test('on a phone, each person is a card with what they lack', async () => {
  vi.stubGlobal('matchMedia', (query: string) => ({
    ...{ matches: query.includes('max-width'), media: query, onchange: null },
    ...{ addEventListener: vi.fn(), removeEventListener: vi.fn(), dispatchEvent: vi.fn() },
    ...{ addListener: vi.fn(), removeListener: vi.fn() },
  }));
  const { user } = openConsole(ADDRESS, { [REPORT]: MATRIX });
  const card = within(await screen.findByRole('article', { name: 'Ada' }));
  card.getByText('1 of 2');
  expect(screen.queryByRole('grid')).toBeNull();
  await user.click(card.getByRole('button', { name: /First Aid.*Expired/ }));
  await screen.findByRole('dialog', { name: 'Ada: First Aid' });
  vi.unstubAllGlobals();
});

test('the details of a cell that has vanished do not open again by themselves', async () => {
  const { user, answer, queryClient } = openConsole(ADDRESS, { [REPORT]: MATRIX });
  const grid = within(await screen.findByRole('grid', { name: 'Matrix' }));
  await user.click(grid.getByRole('gridcell', { name: /^Ada, First Aid/ }));
  await screen.findByRole('dialog', { name: 'Ada: First Aid' });
  // As after recording what Ada lacked, while only people who lack something are shown.
  answer(REPORT, { ...MATRIX, items: MATRIX.items.slice(1) });
  await queryClient.invalidateQueries();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  answer(REPORT, MATRIX);
  await queryClient.invalidateQueries();
  await grid.findByText('Ada');
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('requirements past the last page are replaced by it, and people keep their page', async () => {
  const { router } = openConsole(`${ADDRESS}&page=2&columnsPage=2`, {
    [REPORT]: { ...MATRIX, ...{ columns: [], columnsTotal: 2, total: 150, page: 2 } },
  });
  await waitFor(() => expect(router.state.location.search).toMatchObject({ columnsPage: '1' }));
  expect(router.state.location.search).toMatchObject({ page: '2' });
});

const NOBODY = {
  ...{ ...MATRIX, items: [], columns: [], columnsTotal: 0, total: 0 },
  summary: { people: 0, peopleLacking: 0, required: 0, satisfied: 0 },
};
/** Sees the departments that she administers, of which there are none. */
const NO_HEAD = {
  ...ADA,
  organizations: ADA.organizations.map(organization => ({
    ...organization,
    rights: { ...organization.rights, reportDepartments: [] },
  })),
};

test.each([
  ['a search that nobody matches', `${ADDRESS}&q=nobody`, ADA, 'Nobody matches these filters'],
  ['departments without people', ADDRESS, ADA, 'Nobody matches these filters'],
  ['reports on no department', '/matrix', NO_HEAD, 'No people in reports yet'],
])('%s: the page does not say that nobody lacks anything', async (_, address, session, words) => {
  openConsole(address, { 'GET /auth/session': session, [REPORT]: NOBODY });
  await screen.findByText(words);
  expect(screen.queryByText(/^Nobody lacks/)).toBeNull();
});

test('arrow keys with a modifier are left to the browser', async () => {
  openConsole(ADDRESS, { 'GET /auth/session': OLGA, [REPORT]: MATRIX });
  const grid = within(await screen.findByRole('grid', { name: 'Matrix' }));
  const cell = grid.getByRole('gridcell', { name: /^Ada, H2S Alive/ });
  cell.focus();
  for (const keys of [{ altKey: true }, { ctrlKey: true }, { metaKey: true }]) {
    expect(fireEvent.keyDown(cell, { key: 'ArrowLeft', ...keys })).toBe(true);
    expect(cell).toHaveFocus();
  }
  expect(fireEvent.keyDown(cell, { key: 'ArrowLeft' })).toBe(false);
});

test('a selected requirement that the departments do not have is kept, and not called deleted', async () => {
  const other = idOf(7);
  const { user, router } = openConsole(`${ADDRESS}&achievements=${other}`, {
    [REPORT]: MATRIX,
    'GET /reporting/directory-contacts': {
      departments: [DEPARTMENT],
      members: [],
      affiliations: [],
    },
  });
  await screen.findAllByText('Not in these departments');
  expect(screen.queryByText('No longer exists')).toBeNull();
  await user.click(screen.getByRole('combobox', { name: 'Requirements' }));
  await user.click(await screen.findByRole('option', { name: 'First Aid' }));
  await waitFor(() =>
    expect(router.state.location.search).toMatchObject({ achievements: [other, idOf(0)] }),
  );
});

test('a filter can be cleared where nothing is left to choose', async () => {
  const { user, router } = openConsole(`${ADDRESS}&achievements=${idOf(7)}`, {
    [REPORT]: { ...MATRIX, columns: [], columnsTotal: 0 },
  });
  await screen.findByText('Nobody lacks anything here, or nothing is required');
  await screen.findAllByText('Not in these departments');
  await user.type(screen.getByRole('combobox', { name: 'Requirements' }), '{Backspace}');
  await waitFor(() => expect(router.state.location.search).not.toHaveProperty('achievements'));
});
