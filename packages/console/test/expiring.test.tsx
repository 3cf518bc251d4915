import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { never, openConsole } from './console';
import { DEPARTMENT, EXPIRATION, page, STATISTIC } from './records';

const REPORT = 'GET /reporting/expirations';
const BY_MONTH = [
  { month: '2026-11', achievements: 0, competencies: 0 },
  { month: '2026-12', achievements: 1, competencies: 0 },
  { month: '2027-01', achievements: 0, competencies: 2 },
];
const SUMMARY = { members: 1, achievements: 1, competencies: 2, byMonth: BY_MONTH };
const FULL = { [REPORT]: page([EXPIRATION], { summary: SUMMARY }) };
const EMPTY = { [REPORT]: page([], { summary: { ...SUMMARY, byMonth: [] } }) };
const MONTHS = [0, 1, 2].map(back => {
  const now = new Date();
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back))
    .toISOString()
    .slice(0, 7);
});
const TWO_MONTHS = '/expiring?period=dates&since=2026-12-01&until=2027-01-10';

test('a period shows its days, and no month before them', async () => {
  openConsole(TWO_MONTHS, FULL);
  await screen.findByText('Dec 1, 2026 to Jan 10, 2027 (inclusive)');
  const table = within(
    await screen.findByRole('table', { name: 'Expirations by month', hidden: true }),
  );
  table.getByRole('button', { name: 'Dec 2026', hidden: true });
  expect(table.queryByText('Nov 2026')).toBeNull();
});

test('a month of the chart is a link to its days', async () => {
  const { user, router } = openConsole(TWO_MONTHS, FULL);
  await user.click(await screen.findByText('Chart data'));
  await user.click(screen.getByRole('button', { name: 'Jan 2027' }));
  await waitFor(() =>
    expect(router.state.location.search).toMatchObject({
      period: 'dates',
      since: '2027-01-01',
      until: '2027-01-10',
    }),
  );
});

test('without results, the active filters are named and can be cleared', async () => {
  const { user, router } = openConsole('/expiring?q=zzz&kinds=achievement&period=365', EMPTY);
  await screen.findByText(/“zzz” under “Search”, “Achievements” under “Kinds”, “Required only”\./);
  await user.click(screen.getByRole('button', { name: 'Clear filters' }));
  await waitFor(() => expect(router.state.location.search).not.toHaveProperty('q'));
  expect(router.state.location.search).toMatchObject({ period: '365' });
  await screen.findByText('Nothing expires in this period');
});

test('a period that cannot be scheduled has an explanation', async () => {
  const { user, router } = openConsole('/expiring?period=lapsed-30', EMPTY);
  const button = await screen.findByRole('button', { name: 'Schedule' });
  expect(button).toHaveAccessibleDescription(
    /^To schedule this report, choose a number of days, a month or a quarter/,
  );
  await user.click(button);
  await screen.findByText(/^To schedule this report, choose a number/);
  expect(screen.queryByRole('dialog')).toBeNull();
  await act(() => router.navigate({ to: '/expiring', search: { period: 'next-quarter' } }));
  expect(screen.getByRole('button', { name: 'Schedule' })).not.toHaveAttribute('aria-disabled');
});

test('compliance without departments or people cannot be scheduled', async () => {
  openConsole('/compliance');
  const button = await screen.findByRole('button', { name: 'Schedule' });
  expect(button).toHaveAccessibleDescription(/^Choose departments or people first/);
});

test('monthly statistics are searched like their files, also by code', async () => {
  openConsole('/monthly-statistics?q=E-1906', {
    'GET /reporting/monthly-statistics': ({ query }: { query: URLSearchParams }) =>
      query.get('q') === 'E-1906' ? [STATISTIC] : [],
  });
  await screen.findByText('Grace Hopper');
});

test('a search without results does not say that the snapshot is missing', async () => {
  openConsole('/monthly-statistics?q=zzz', { 'GET /reporting/monthly-statistics': [] });
  await screen.findByText('Nothing matches these filters');
});

test('monthly statistics explain that only facilities are included', async () => {
  const other = DEPARTMENT.id.replace(/a$/, 'b');
  openConsole(`/monthly-statistics?departments=${other}`, {
    'GET /reporting/monthly-statistics': [STATISTIC],
  });
  await screen.findByText(/has no rows for these departments: only facilities are included/);
  screen.getByText(/Only departments that are facilities are included\.$/);
});

test.each([
  ['/monthly-statistics?month=', 'GET /reporting/monthly-statistics', []],
  ['/expiring?period=', REPORT, page([], { summary: { ...SUMMARY, byMonth: [] } })],
] as const)(
  '%s does not call another period empty while it loads',
  async (address, report, none) => {
    const [first, second] = address.includes('month=') ? [MONTHS[1], MONTHS[2]] : ['30', '365'];
    const { router, answer } = openConsole(`${address}${first}`, { [report]: none });
    await screen.findByText(/^There is no snapshot|^Nothing expires in this period/);
    answer(report, never);
    act(() => router.history.push(`${address}${second}`));
    await screen.findByRole('progressbar', { name: 'Loading' });
    expect(screen.queryByText(/^There is no snapshot|^Nothing expires in this period/)).toBeNull();
  },
);
