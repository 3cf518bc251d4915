import { screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { openConsole } from './console';
import { DEPARTMENT, TREND } from './records';

const REPORT = 'POST /reporting/compliance-trends';
const YARD = { ...TREND, required: 40_000, satisfied: 30_896 };
const WHARF = {
  ...YARD,
  department: { ...DEPARTMENT, id: '00000000-0000-4000-8000-00000000000b', name: 'Wharf' },
  satisfied: 10_000,
};
const OTHER = { ...YARD, measurement: { key: 2, name: 'Other Certificates' }, satisfied: 20_000 };
const UNUSED = {
  ...YARD,
  measurement: { key: 7, name: 'Orientations' },
  required: 0,
  satisfied: 0,
};
const open = (address: string, rows: readonly object[] = [YARD, WHARF, OTHER, UNUSED]) =>
  openConsole(address, { [REPORT]: rows });
const cells = async () => {
  const table = await screen.findByRole<HTMLTableElement>('table', { name: 'Trends by month' });
  return [...table.rows].map(row => [...row.cells].map(({ textContent }) => textContent));
};

test('snapshots without requirements are a sentence in place of empty charts', async () => {
  open('/trends', [UNUSED]);
  await screen.findByText('Nothing was required in these months');
  expect(screen.queryByRole('table', { name: 'Trends by month' })).toBeNull();
});

test('each measurement with requirements has a chart, after one for all measurements', async () => {
  open('/trends');
  expect(await cells()).toEqual([
    ['Month', 'Measurement', 'All departments', 'Yard', 'Wharf'],
    [
      'Oct 2026',
      'All measurements',
      '50.7% 60,896/120,000',
      '63.6% 50,896/80,000',
      '25.0% 10,000/40,000',
    ],
    ['Oct 2026', 'Other Certificates', '50.0% 20,000/40,000', '50.0% 20,000/40,000', '–'],
    [
      'Oct 2026',
      'Critical Competencies',
      '51.1% 40,896/80,000',
      '77.2% 30,896/40,000',
      '25.0% 10,000/40,000',
    ],
  ]);
  await waitFor(() => expect(screen.getAllByText('All measurements')).toHaveLength(2));
});

test('links in emails contain the months of the run', async () => {
  const view = open('/trends?months=2026-07..2026-09');
  await cells();
  expect(view.callsOf(REPORT)[0]!.body).toMatchObject({ from: '2026-07', to: '2026-09' });
  expect(screen.getByRole('combobox', { name: 'Months' })).toHaveDisplayValue(
    'Jul 2026 – Sep 2026',
  );
});

test('a single measurement has no chart for all measurements', async () => {
  const view = open('/trends?measurement=3', [YARD]);
  expect(await cells()).toEqual([
    ['Month', 'All departments', 'Yard'],
    ['Oct 2026', '77.2% 30,896/40,000', '77.2% 30,896/40,000'],
  ]);
  expect(view.callsOf(REPORT)[0]!.body).toMatchObject({ measurements: [3] });
});

test('charts and table have the same name for the sum of selected departments', async () => {
  open(`/trends?measurement=3&departments=${DEPARTMENT.id}`, [YARD]);
  const table = await screen.findByRole('table', { name: 'Trends by month' });
  expect(within(table).getByText('Departments chosen')).toBeTruthy();
  await waitFor(() => expect(screen.getAllByText('Departments chosen')).toHaveLength(2));
  expect(screen.queryByText('All departments')).toBeNull();
});

test('a calendar period is requested by its months', async () => {
  vi.setSystemTime('2026-02-11T10:00:00Z');
  const view = open('/trends?months=last-quarter', [YARD]);
  expect(await cells()).toHaveLength(2);
  const { body } = view.callsOf(REPORT)[0]!;
  expect(body).toEqual({ from: '2025-10', to: '2025-12', profileCondition: 'compliance' });
  await view.user.selectOptions(screen.getByRole('combobox', { name: 'Months' }), 'Last year');
  await waitFor(() =>
    expect(view.callsOf(REPORT).at(-1)!.body).toMatchObject({ from: '2025-01', to: '2025-12' }),
  );
  vi.useRealTimers();
});

test('the axis starts at 0 unless it is zoomed', async () => {
  const view = open('/trends?measurement=3', [YARD]);
  await waitFor(() => expect(screen.getAllByText('All departments')).toHaveLength(2));
  await view.user.click(screen.getByRole('switch', { name: 'Zoom the axis to the values' }));
  expect(view.router.state.location.search).toMatchObject({ axis: 'zoomed' });
});

test('months in the wrong order count as absent', async () => {
  const { callsOf } = open('/trends?months=2026-09..2026-07');
  await cells();
  expect(callsOf(REPORT)[0]!.body).toMatchObject({ months: 12 });
});
