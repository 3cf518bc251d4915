import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openConsole } from './console';
import { DEPARTMENT, TREND } from './records';

const REPORT = 'POST /reporting/compliance-trends';
const row = (key: number, name: string, required: number) => ({
  department: DEPARTMENT,
  measurement: { key, name },
  ...{ required, satisfied: 0, score: 0 },
});
const OVERVIEW = {
  asOf: '2026-11-22T10:00:00.000+00:00',
  rows: [
    row(1, 'Time-Sensitive Safety Certificates', 0),
    row(2, 'Other Certificates', 4),
    row(3, 'Critical Competencies', 4),
  ],
};
const open = (address: string, overview: object) =>
  openConsole(address, { 'GET /reporting/compliance-overview': overview, [REPORT]: [TREND] });
/** The measurements asked for, each once: development begins a call twice. */
const asked = ({ callsOf }: ReturnType<typeof openConsole>) => [
  ...new Set(
    callsOf(REPORT).flatMap(({ body }) => (body as { measurements: number[] }).measurements),
  ),
];

test('trends open with the first measurement in which something is required', async () => {
  const view = open('/trends', OVERVIEW);
  await screen.findByText('Oct 2026');
  expect(asked(view)).toEqual([2]);
});

test('trends open with the first of all while nothing is required', async () => {
  const view = open('/trends', { ...OVERVIEW, rows: [row(3, 'Critical Competencies', 0)] });
  await waitFor(() => expect(asked(view)).toEqual([1]));
});

test('chart and table name the sum of chosen departments alike', async () => {
  open(`/trends?measurement=3&departments=${DEPARTMENT.id}`, OVERVIEW);
  const table = await screen.findByRole('table', { name: 'Trends by month' });
  expect(within(table).getByText('Departments chosen')).toBeTruthy();
  await waitFor(() => expect(screen.getAllByText('Departments chosen')).toHaveLength(2));
  expect(screen.queryByText('All departments')).toBeNull();
});

test('a measurement that is chosen stays, and the overview is not read for it', async () => {
  const view = open('/trends?measurement=3', OVERVIEW);
  await screen.findByText('Oct 2026');
  expect(asked(view)).toEqual([3]);
  expect(view.callsOf('GET /reporting/compliance-overview')).toEqual([]);
});
