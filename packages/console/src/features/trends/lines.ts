import { t } from '@lingui/core/macro';
import type { Schemas } from '../../api/client';
import { type Counts, NONE, score, sum } from '../../counts';
import { groupBy } from '../../group';
import { distinguishingCodes } from '../../text/format';

export type Trend = Schemas['ComplianceTrend'];

/** As many as a chart can show distinctly. */
export const MAX_LINES = 8;

/** What chart and table name alike: a department, or all of them together. */
export interface Line {
  readonly key: string;
  readonly name: string;
}

/** A measurement, or all of them together: for each line what was required and satisfied in each month. */
export interface Panel {
  readonly key: number;
  readonly name: string;
  readonly byLine: ReadonlyMap<string, ReadonlyMap<string, Counts>>;
}

export interface Trends {
  readonly months: readonly string[];
  /** All departments of the report first, then those chosen, else those whose latest score is lowest. */
  readonly lines: readonly Line[];
  /** Where there are several measurements, all of them together first; none in which nothing was required. */
  readonly panels: readonly Panel[];
  readonly departments: number;
}

export function toTrends(rows: readonly Trend[], isChosen: boolean): Trends {
  const months = [...new Set(rows.map(({ month }) => month))].sort();
  const departments = [...groupBy(rows, ({ department }) => department.id).values()];
  const latest = new Map(
    departments.map(own => [
      own,
      score(sum(own.filter(({ month }) => month === months.at(-1)))) ?? 1,
    ]),
  );
  const lowest = departments.toSorted((a, b) => latest.get(a)! - latest.get(b)!);
  const shown = new Set(lowest.slice(0, MAX_LINES));
  const codes = distinguishingCodes(departments.map(([row]) => row!.department));
  const lines = [
    { key: 'all', name: isChosen ? t`Departments chosen` : t`All departments`, rows },
    ...departments
      .filter(own => shown.has(own))
      .map((own, index) => {
        const { id, name } = own[0]!.department;
        const code = codes.get(id);
        const line = { key: `line${index}`, name: code === undefined ? name : `${name} (${code})` };
        return { ...line, rows: own };
      }),
  ];
  const panel = (key: number, name: string, isOfIt: (row: Trend) => boolean): Panel => ({
    key,
    name,
    byLine: new Map(lines.map(line => [line.key, byMonth(line.rows.filter(isOfIt))])),
  });
  const measurements = [...groupBy(rows, ({ measurement }) => measurement.key).values()]
    .filter(own => sum(own).required > 0)
    .map(([row]) => row!.measurement)
    .sort((a, b) => a.key - b.key);
  const panels = measurements.map(({ key, name }) =>
    panel(key, name, row => row.measurement.key === key),
  );
  return {
    months,
    lines: lines.map(({ key, name }) => ({ key, name })),
    panels: panels.length === 1 ? panels : [panel(0, t`All measurements`, () => true), ...panels],
    departments: departments.length,
  };
}

function byMonth(rows: readonly Trend[]): ReadonlyMap<string, Counts> {
  return new Map([...groupBy(rows, ({ month }) => month)].map(([month, own]) => [month, sum(own)]));
}

export function pointOf({ byLine }: Panel, line: Line, month: string): Counts {
  return byLine.get(line.key)?.get(month) ?? NONE;
}
