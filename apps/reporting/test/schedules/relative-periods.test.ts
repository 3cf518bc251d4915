import { resolvePeriod } from '../../src/schedules/relative-periods';
import type { ScheduledReport } from '../../src/schedules/schedules.dto';

const resolved = (report: ScheduledReport, period: string, at: string, timeZone = 'UTC') =>
  resolvePeriod({ report, parameters: { period }, timeZone }, new Date(at));

test.each([
  ['last-month', '2026-10-01', '2026-11-01'],
  ['this-month', '2026-11-01', '2026-12-01'],
  ['next-month', '2026-12-01', '2027-01-01'],
  ['last-quarter', '2026-07-01', '2026-10-01'],
  ['this-quarter', '2026-10-01', '2027-01-01'],
  ['next-quarter', '2027-01-01', '2027-04-01'],
  ['last-year', '2025-01-01', '2026-01-01'],
  ['this-year', '2026-01-01', '2027-01-01'],
  ['next-year', '2027-01-01', '2028-01-01'],
])('on 30 November 2026, %s begins on %s and ends before %s', (period, first, end) => {
  const window = resolved('expirations', period, '2026-11-30T12:00:00Z') as Record<string, string>;
  const after = ({ from = '', to = '' }) => [from, to].map(each => Date.parse(each) + 1);
  expect(after(window)).toEqual([Date.parse(first), Date.parse(end)]);
});

test('days and periods are in the time zone, across clock changes', () => {
  // It is already New Year in Auckland (UTC+13), where daylight saving time ends on 4 April.
  expect(
    resolved('expirations', 'next-quarter', '2026-12-31T12:00:00Z', 'Pacific/Auckland'),
  ).toEqual({ from: '2027-03-31T10:59:59.999Z', to: '2027-06-30T11:59:59.999Z' });
});

test('trends use the months of the period, and statistics its month', () => {
  const at = '2027-01-01T00:00:00Z';
  expect(resolved('compliance-trends', 'last-quarter', at)).toEqual({
    from: '2026-10',
    to: '2026-12',
  });
  expect(resolved('monthly-statistics', 'last-month', at)).toEqual({ year: 2026, month: 12 });
  expect(resolved('monthly-statistics', 'this-month', at, 'America/Chicago')).toEqual({
    year: 2026,
    month: 12,
  });
});

test('without a period, statistics use the previous month, and other reports are unchanged', () => {
  const at = new Date('2027-01-01T00:00:00Z');
  const resolvedFrom = (report: ScheduledReport, parameters: object) =>
    resolvePeriod({ report, parameters: { ...parameters }, timeZone: 'America/Chicago' }, at);
  expect(resolvedFrom('monthly-statistics', { q: 'x' })).toEqual({ q: 'x', year: 2026, month: 12 });
  expect(resolvedFrom('expirations', { days: 30 })).toEqual({ days: 30 });
});
