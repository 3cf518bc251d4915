import type { Schemas } from '../../api/client';
import { groupBy } from '../../group';

export type Trend = Schemas['ComplianceTrend'];

/** What a chart can tell apart. */
export const MOST_LINES = 8;

export interface Line {
  readonly key: string;
  readonly name: string;
  readonly byMonth: ReadonlyMap<string, Point>;
}

export interface Point {
  readonly required: number;
  readonly satisfied: number;
  readonly score: number | null;
}

export interface Lines {
  readonly months: readonly string[];
  /** The departments to show: those chosen, else those whose latest score is lowest. */
  readonly departments: readonly Line[];
  /** The sum of every department. */
  readonly organization: Line;
  /** How many departments there are. */
  readonly all: number;
}

export function toLines(rows: readonly Trend[]): Lines {
  const byDepartment = groupBy(rows, ({ department }) => department.id);
  const months = [...new Set(rows.map(({ month }) => month))].sort();
  const departments = [...byDepartment.values()];
  const shown = [...departments]
    .sort((a, b) => latest(a) - latest(b))
    .slice(0, MOST_LINES)
    .sort((a, b) => departments.indexOf(a) - departments.indexOf(b));
  const names = groupBy(shown, ([first]) => first!.department.name);
  return {
    months,
    departments: shown.map((trend, index) => {
      const { name, code } = trend[0]!.department;
      const isTold = names.get(name)!.length === 1 || code === null;
      return {
        key: `line${index}`,
        name: isTold ? name : `${name} (${code})`,
        byMonth: new Map(trend.map(row => [row.month, row])),
      };
    }),
    organization: {
      key: 'organization',
      name: 'All departments',
      byMonth: new Map(
        [...groupBy(rows, ({ month }) => month)].map(([month, own]) => [month, total(own)]),
      ),
    },
    all: departments.length,
  };
}

function latest(trend: readonly Trend[]): number {
  return trend.at(-1)?.score ?? 1;
}

function total(rows: readonly Trend[]): Point {
  const required = rows.reduce((sum, row) => sum + row.required, 0);
  const satisfied = rows.reduce((sum, row) => sum + row.satisfied, 0);
  return { required, satisfied, score: required === 0 ? null : satisfied / required };
}
