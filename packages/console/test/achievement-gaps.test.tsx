import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openConsole } from './console';
import { ACHIEVEMENT, GAPS, page } from './records';

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

test('gaps are those of whom the achievement is required, until others are asked for', async () => {
  const { user, callsOf, router } = openConsole('/achievement-gaps', ANSWERS);
  await screen.findByText('Who has to hold an achievement and does not, as of now.');
  await user.click(await screen.findByRole('switch', { name: 'Required only' }));
  await screen.findByText(/whether it is required of them or not, as of now\.$/);
  expect(router.state.location.search).toMatchObject({ required: 'all' });
  await waitFor(() => {
    const asked = callsOf(REPORT).map(({ query }) => query.get('requiredOnly'));
    expect([...new Set(asked)]).toEqual(['true', 'false']);
  });
});

test('downloads have the filter of the page', async () => {
  const { user, callsOf } = openConsole('/achievement-gaps?required=all', ANSWERS);
  await user.click(await screen.findByRole('button', { name: 'Download CSV' }));
  await waitFor(() => {
    const download = callsOf(REPORT).find(({ query }) => query.get('format') === 'csv');
    expect(download?.query.get('requiredOnly')).toBe('false');
  });
});

test('an achievement that is required of nobody says so', async () => {
  openConsole('/achievement-gaps', { ...ANSWERS, [REPORT]: roster(0) });
  await screen.findByText('It is required of nobody');
});

test('an achievement that everybody holds says so', async () => {
  openConsole('/achievement-gaps', { ...ANSWERS, [REPORT]: roster(4) });
  await screen.findByText('Everybody of the roster holds it.');
});
