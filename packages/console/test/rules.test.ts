import { describe, expect, it } from 'vitest';
import type { Requirement } from '../src/api/queries';
import { inWords } from '../src/features/audit/words';
import { daysOfMonth, toRange, toWindow } from '../src/features/expiring/period';
import { readLines } from '../src/features/monthly-statistics/monthly-report';
import { toPast } from '../src/features/overview/compliance-map';
import { byUrgency, isShown, SHOWN } from '../src/features/person/requirements';
import { fold, matcher } from '../src/text/fold';
import { distinguishingCodes, percent, scaleStep } from '../src/text/format';
import { byValue } from '../src/ui/table/columns';
import { PERSON, TREND } from './records';

describe('A search', () => {
  it.each([
    ['Søren Łuczak', 'soren luczak'],
    ['Đorđe Straße', 'dorde strasse'],
    ['Ærøskøbing Œuvre Þór', 'aeroskobing oeuvre thor'],
    ['ISPARTA ılgın', 'isparta ilgin'],
    ['ΚΩΣ Κώστας', 'κωσ κωστασ'],
  ])('folds %s', (name, folded) => expect(fold(name)).toBe(folded));

  it('matches all words in any order', () => {
    expect(matcher('hopper  grace')('Grace Hopper')).toBe(true);
    expect(matcher('grace x')('Grace Hopper')).toBe(false);
  });
});

describe('A period', () => {
  const NOW = Date.UTC(2026, 10, 22, 10, 7);
  const none = { since: undefined, until: undefined };

  it.each([
    ['90', { days: 90 }],
    ['next-month', { from: '2026-11-30T23:59:59.999Z', to: '2026-12-31T23:59:59.999Z' }],
    ['next-quarter', { from: '2026-12-31T23:59:59.999Z', to: '2027-03-31T23:59:59.999Z' }],
    ['lapsed-30', { from: '2026-10-22T23:59:59.999Z', to: '2026-11-22T10:00:00.000Z' }],
  ] as const)('%s', (period, window) => expect(toWindow(period, none, NOW)).toEqual(window));

  it('between two days includes both', () => {
    const days = { since: '2026-12-01', until: '2026-12-31' };
    const window = { from: '2026-11-30T23:59:59.999Z', to: '2026-12-31T23:59:59.999Z' };
    expect(toWindow('dates', days, NOW)).toEqual(window);
    const reversed = { since: days.until, until: days.since };
    expect(toWindow('dates', reversed, NOW)).toEqual(window);
  });

  it('from a day lasts 90 days', () => {
    const window = { from: '2027-05-31T23:59:59.999Z', to: '2027-08-30T23:59:59.999Z' };
    expect(toWindow('dates', { since: '2027-06-01', until: undefined }, NOW)).toEqual(window);
  });
});

describe('The days of a period', () => {
  const NOW = Date.UTC(2026, 10, 22, 10, 7);
  const none = { since: undefined, until: undefined };

  it.each([
    ['30', '2026-11-22', '2026-12-22'],
    ['next-month', '2026-12-01', '2026-12-31'],
    ['lapsed-30', '2026-10-23', '2026-11-22'],
  ] as const)('%s', (period, first, last) =>
    expect(toRange(toWindow(period, none, NOW), NOW)).toEqual({ first, last }),
  );

  it('are limited to a month', () => {
    const range = { first: '2026-11-22', last: '2027-02-20' };
    expect(daysOfMonth(range, '2026-11')).toEqual({ first: '2026-11-22', last: '2026-11-30' });
    expect(daysOfMonth(range, '2026-12')).toEqual({ first: '2026-12-01', last: '2026-12-31' });
    expect(daysOfMonth(range, '2027-02')).toEqual({ first: '2027-02-01', last: '2027-02-20' });
  });
});

describe('Rows of a stream', () => {
  const ROWS = [{ a: 'x},{ "y\nß' }, { a: '\\' }, { a: { b: 1 } }];
  const BYTES = new TextEncoder().encode(ROWS.map(row => `${JSON.stringify(row)}\n`).join(''));

  it.each([1, 2, 3, 7, 100])('are the same in chunks of %i bytes', async size => {
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        for (let start = 0; start < BYTES.length; start += size) {
          controller.enqueue(BYTES.subarray(start, start + size));
        }
        controller.close();
      },
    });
    expect(await readLines(body, () => undefined)).toEqual(ROWS);
  });
});

describe('The comparison', () => {
  it('is with the previous month and the same month last year', () => {
    const rows = [
      TREND,
      { ...TREND, month: '2025-11', satisfied: 2 },
      { ...TREND, month: '2026-11' },
    ];
    const { lastMonth, lastYear } = toPast(rows, new Date(Date.UTC(2026, 10, 22)));
    expect([lastMonth?.month, lastMonth?.all.satisfied]).toEqual(['2026-10', 1]);
    expect([lastYear?.month, lastYear?.all.satisfied]).toEqual(['2025-11', 2]);
  });
});

describe('A requirement', () => {
  const NOW = Date.UTC(2026, 10, 22);
  const of = (status: string, expiresAt: string | null = null, more: object = {}) => {
    const isSatisfied = status === 'Valid';
    return { ...PERSON.requirements[0]!, status, isSatisfied, expiresAt, ...more } as Requirement;
  };
  const shownOf = (row: Requirement) => SHOWN.filter(shown => isShown(row, shown, NOW));

  it('is unsatisfied, or held and possibly expiring', () => {
    expect(shownOf(of('Expired', '2026-01-01T00:00:00Z'))).toEqual(['unsatisfied']);
    expect(shownOf(of('missing'))).toEqual(['unsatisfied']);
    expect(shownOf(of('Valid', '2027-02-20T00:00:00Z'))).toEqual(['expiring', 'held']);
    expect(shownOf(of('Valid', '2027-02-21T00:00:00Z'))).toEqual(['held']);
    expect(shownOf(of('Valid'))).toEqual(['held']);
    expect(shownOf(of('Expired', '2026-01-01T00:00:00Z', { isRequired: false }))).toEqual([]);
  });

  it('is satisfied according to the API, regardless of its status', () => {
    expect(shownOf(of('Not Applicable'))).toEqual(['unsatisfied']);
    expect(shownOf(of('Not Applicable', null, { isSatisfied: true }))).toEqual(['held']);
  });

  it('is sorted by whether it is unsatisfied, then by whether it expires soon', () => {
    const rows = [
      of('Valid', null, { name: 'held' }),
      of('Expired', null, { name: 'not required', isRequired: false }),
      of('Valid', '2026-12-01T00:00:00Z', { name: 'expiring' }),
      of('Pending', null, { name: 'pending' }),
    ];
    const order = ['pending', 'expiring', 'held', 'not required'];
    expect(byUrgency(rows, NOW).map(({ name }) => name)).toEqual(order);
  });
});

describe('A share', () => {
  it.each([
    [0, '0.0%'],
    [0.0001, '0.1%'],
    [0.9999, '99.9%'],
    [20_000 / 20_001, '99.9%'],
    [1, '100.0%'],
  ])('of %d is shown as %s', (share, shown) => expect(percent(share)).toBe(shown));

  it('has the colour of complete only if nothing is missing', () =>
    expect([1, 20_000 / 20_001].map(scaleStep)).toEqual([0, 1]));
});

describe('The order of a table', () => {
  it.each([
    ['asc', [1, 10, null]],
    ['desc', [10, 1, null]],
  ] as const)('has what lacks a value last: %s', (direction, sorted) => {
    expect([null, 10, 1].sort(byValue(direction))).toEqual(sorted);
  });
});

it('departments with the same name are distinguished by code or the start of the ID', () => {
  const department = (id: string, name: string, code: string | null) => ({ id, name, code });
  const codes = distinguishingCodes([
    department('0d6d3d8c-6a39', 'Drilling', 'D1'),
    department('2b1c8f4e-7d3a', 'Drilling', null),
    department('5c1b7a3e-9f2d', 'Rigs', 'R1'),
  ]);
  expect([...codes]).toEqual([
    ['0d6d3d8c-6a39', 'D1'],
    ['2b1c8f4e-7d3a', '2b1c8f4e'],
  ]);
});

describe('A path of the API', () => {
  it.each([
    ['/reporting/compliance-overview/headline', 'Overview'],
    ['/notification/schedules/{id}/pause', 'Schedules (pause)'],
    ['/security/accounts/{accountId}/client-secrets/{id}', 'Accounts (client secrets)'],
    ['/security/accounts/{accountId}', 'Accounts'],
    ['/me/export', '/me/export'],
  ])('%s is %s in the audit', (path, words) => {
    expect(inWords(`Ada was denied POST ${path} at Acme`)).toBe(
      `Ada was denied POST ${words} at Acme`,
    );
  });
});
