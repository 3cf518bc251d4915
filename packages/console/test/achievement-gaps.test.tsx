import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { type Call, never, openConsole, refusal } from './console';
import { ACHIEVEMENT, DEPARTMENT, GAPS, page } from './records';

const OTHER = '00000000-0000-4000-8000-0000000000f1';
const REPORT = 'GET /reporting/achievement-gaps';
const ANSWERS = {
  'GET /reporting/achievement-gaps/achievements': page([ACHIEVEMENT]),
  'GET /reporting/achievement-gaps/person-types': ['Employee'],
  [REPORT]: GAPS,
};
const roster = (people: number) => ({
  ...GAPS,
  items: [],
  total: 0,
  summary: { excludedNoPersonType: 0, roster: people, valid: people, gaps: 0, standings: [] },
});

test('by default, gaps are of people who are required to hold the achievement', async () => {
  const { user, callsOf, router } = openConsole('/achievement-gaps', ANSWERS);
  await screen.findByText(/^Who must hold an achievement but currently does not\./);
  await user.click(await screen.findByRole('switch', { name: 'Required only' }));
  await screen.findByText(/whether or not it is required of them\./);
  expect(router.state.location.search).toMatchObject({ required: 'all' });
  await waitFor(() => {
    const asked = callsOf(REPORT).map(({ query }) => query.get('requiredOnly'));
    expect([...new Set(asked)]).toEqual(['true', 'false']);
  });
});

test('the departments of people with gaps are shown with report access', async () => {
  openConsole('/achievement-gaps', {
    ...ANSWERS,
    'GET /reporting/directory-contacts': {
      departments: [DEPARTMENT, { id: 'd2', name: 'Wharf' }],
      members: [],
      affiliations: [DEPARTMENT.id, 'd2'].map(departmentId => ({ memberId: 'm1', departmentId })),
    },
  });
  await screen.findByRole('cell', { name: 'Yard; Wharf' });
});

test.each([
  ['before', 'resc{Enter}'],
  ['after', 'resc'],
])('Enter %s the search has found it selects the typed achievement', async (when, typed) => {
  const other = { ...ACHIEVEMENT, achievementId: OTHER, achievementName: 'Rescue', holders: 25 };
  const { user, router } = openConsole(
    `/achievement-gaps?achievement=${ACHIEVEMENT.achievementId}`,
    {
      ...ANSWERS,
      'GET /reporting/achievement-gaps/achievements': ({ query }: Call) =>
        page(query.get('q') === null ? [ACHIEVEMENT] : [other]),
    },
  );
  const field = await screen.findByRole('combobox', { name: 'Achievement' });
  await waitFor(() => expect(field).toHaveProperty('value', ACHIEVEMENT.achievementName));
  await user.clear(field);
  await user.type(field, typed);
  if (when === 'after') {
    await screen.findByText('25 hold it in total');
    expect(screen.queryByText('0 hold it in total')).toBeNull();
    await user.keyboard('{Enter}');
  }
  await waitFor(() => expect(router.state.location.search).toMatchObject({ achievement: OTHER }));
});

test('gaps are filtered by department, and achievements that most people lack are listed first', async () => {
  const lacked = { ...ACHIEVEMENT, lacking: 7 };
  const { user, callsOf } = openConsole('/achievement-gaps', {
    ...ANSWERS,
    'GET /reporting/achievement-gaps/achievements': page([lacked]),
    'GET /reporting/directory-contacts': {
      departments: [DEPARTMENT],
      members: [],
      affiliations: [],
    },
  });
  await user.click(await screen.findByRole('combobox', { name: 'Departments' }));
  await user.click(await screen.findByRole('option', { name: 'Yard' }));
  await waitFor(() =>
    expect(callsOf(REPORT).at(-1)!.query.getAll('departments')).toEqual([DEPARTMENT.id]),
  );
  await user.click(screen.getByRole('combobox', { name: 'Achievement' }));
  await screen.findByText('7 need it and lack it · 12 hold it in total');
});

test('downloads use the filters of the page', async () => {
  const { user, callsOf } = openConsole('/achievement-gaps?required=all', ANSWERS);
  await user.click(await screen.findByRole('button', { name: 'Download CSV' }));
  await waitFor(() => {
    const download = callsOf(REPORT).find(({ query }) => query.get('format') === 'csv');
    expect(download?.query.get('requiredOnly')).toBe('false');
  });
});

test('an achievement that nobody is required to hold has a message', async () => {
  openConsole('/achievement-gaps', { ...ANSWERS, [REPORT]: roster(0) });
  await screen.findByText('Nobody is required to hold it');
});

test('an achievement that everybody holds has a message', async () => {
  openConsole('/achievement-gaps', { ...ANSWERS, [REPORT]: roster(4) });
  await screen.findByText('Everybody counted here holds it.');
});

test('the departments of people with gaps are those in files, not those of employees', async () => {
  openConsole('/achievement-gaps', {
    ...ANSWERS,
    'GET /reporting/directory-contacts': {
      departments: [DEPARTMENT, { id: 'd2', name: 'Wharf' }],
      members: [],
      affiliations: [
        { memberId: 'm1', departmentId: DEPARTMENT.id, function: 'Department' },
        { memberId: 'm1', departmentId: 'd2', function: 'Employee' },
      ],
    },
  });
  await screen.findByRole('cell', { name: 'Yard' });
  expect(screen.queryByRole('cell', { name: /Wharf/ })).toBeNull();
});

test.each(['', '&required=all'])('nobody in the chosen departments%s has a message', async more => {
  openConsole(`/achievement-gaps?departments=${DEPARTMENT.id}${more}`, {
    ...ANSWERS,
    [REPORT]: roster(0),
  });
  await screen.findByText('Nobody matches these filters');
  expect(screen.queryByText(/^Nobody (is required to hold it|has one of these)/)).toBeNull();
});

test('shows that the achievements are loading, which can be cancelled', async () => {
  const { user } = openConsole('/achievement-gaps', {
    ...ANSWERS,
    'GET /reporting/achievement-gaps/achievements': never,
  });
  await screen.findByRole('progressbar', { name: 'Loading' });
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  await screen.findByText('Cancelled');
});

test('does not say that no achievement has a name before the search ends', async () => {
  const { user, answer } = openConsole('/achievement-gaps', ANSWERS);
  const field = await screen.findByRole('combobox', { name: 'Achievement' });
  const search = 'GET /reporting/achievement-gaps/achievements';
  answer(search, ({ query }: Call) => (query.get('q') === 'zzz' ? page([]) : page([ACHIEVEMENT])));
  await user.clear(field);
  await user.type(field, 'zzz');
  await screen.findByText(/^No achievement with that name/);
  answer(search, never);
  await user.type(field, 'y');
  await screen.findByText('Loading…');
  expect(screen.queryByText(/^No achievement with that name/)).toBeNull();
});

test('says that a search for achievements failed', async () => {
  const { user, answer } = openConsole('/achievement-gaps', ANSWERS);
  const field = await screen.findByRole('combobox', { name: 'Achievement' });
  answer('GET /reporting/achievement-gaps/achievements', () => refusal(503, { title: 'Busy' }));
  await user.clear(field);
  await user.type(field, 'zzz');
  await screen.findByText('The search failed.');
});
