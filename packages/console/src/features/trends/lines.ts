import { t } from '@lingui/core/macro';
import type { Schemas } from '../../api/client';
import { type Counts, NONE, score, sum } from '../../counts';
import { distinguishingCodes } from '../../text/format';

export type Trend = Schemas['ComplianceTrend'];

/** The max number of lines that can be distinguished in a chart. */
export const MAX_LINES = 8;

/** A department, or all departments together. */
export interface Line {
  readonly key: string;
  readonly name: string;
}

/** A measurement, or all measurements together, with the counts of each line by month. */
export interface Panel {
  readonly key: number;
  readonly name: string;
  readonly byLine: ReadonlyMap<string, ReadonlyMap<string, Counts>>;
}

export interface Trends {
  readonly months: readonly string[];
  /** All departments together, then the selected ones, or otherwise those with the lowest latest score. */
  readonly lines: readonly Line[];
  /** Measurements with requirements; if there are several, all of them together first. */
  readonly panels: readonly Panel[];
  readonly departments: number;
}

export function toTrends(rows: readonly Trend[], isChosen: boolean): Trends {
  const months = [...new Set(rows.map(({ month }) => month))].sort();
  const departments = [...Map.groupBy(rows, ({ department }) => department.id).values()];
  const latest = new Map(
    departments.map(group => [
      group,
      score(sum(group.filter(({ month }) => month === months.at(-1)))) ?? 1,
    ]),
  );
  const lowest = departments.toSorted((a, b) => latest.get(a)! - latest.get(b)!);
  const shown = new Set(lowest.slice(0, MAX_LINES));
  const codes = distinguishingCodes(departments.map(([row]) => row!.department));
  const lines = [
    { key: 'all', name: isChosen ? t`Departments chosen` : t`All departments`, rows },
    ...departments
      .filter(group => shown.has(group))
      .map((group, index) => {
        const { id, name } = group[0]!.department;
        const code = codes.get(id);
        const line = { key: `line${index}`, name: code === undefined ? name : `${name} (${code})` };
        return { ...line, rows: group };
      }),
  ];
  const panel = (key: number, name: string, matches: (row: Trend) => boolean): Panel => ({
    key,
    name,
    byLine: new Map(lines.map(line => [line.key, byMonth(line.rows.filter(matches))])),
  });
  const measurements = [...Map.groupBy(rows, ({ measurement }) => measurement.key).values()]
    .filter(group => sum(group).required > 0)
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
  return new Map(
    [...Map.groupBy(rows, ({ month }) => month)].map(([month, group]) => [month, sum(group)]),
  );
}

export function pointOf({ byLine }: Panel, line: Line, month: string): Counts {
  return byLine.get(line.key)?.get(month) ?? NONE;
}
