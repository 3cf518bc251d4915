import type { Schemas } from '../../api/client';
import { type Counts, NONE, score, sum } from '../../counts';
import { groupBy } from '../../group';
import { distinguishingCodes } from '../../text/format';

export type Trend = Schemas['ComplianceTrend'];

/** As many as a chart can show distinctly. */
export const MAX_LINES = 8;

export interface Line {
  readonly key: string;
  readonly name: string;
  readonly byMonth: ReadonlyMap<string, Counts>;
}

export interface Lines {
  readonly months: readonly string[];
  /** The departments to show: those chosen, else those whose latest score is lowest. */
  readonly departments: readonly Line[];
  /** The sum of the departments of the report: those chosen, or all. */
  readonly organization: Line;
  /** How many departments there are. */
  readonly all: number;
}

/** The first measurement in which something is required; while nothing is, the first of all. */
export function firstRequired(rows: readonly Schemas['DepartmentCompliance'][]): number {
  const [first = 1] = rows
    .filter(({ required }) => required > 0)
    .map(({ measurement }) => measurement.key)
    .sort((a, b) => a - b);
  return first;
}

export function toLines(rows: readonly Trend[], isChosen: boolean): Lines {
  const byDepartment = groupBy(rows, ({ department }) => department.id);
  const months = [...new Set(rows.map(({ month }) => month))].sort();
  const departments = [...byDepartment.values()];
  const shown = [...departments]
    .sort((a, b) => latest(a) - latest(b))
    .slice(0, MAX_LINES)
    .sort((a, b) => departments.indexOf(a) - departments.indexOf(b));
  const codes = distinguishingCodes(departments.map(([row]) => row!.department));
  return {
    months,
    departments: shown.map((trend, index) => {
      const { id, name } = trend[0]!.department;
      const code = codes.get(id);
      return {
        key: `line${index}`,
        name: code === undefined ? name : `${name} (${code})`,
        byMonth: new Map(trend.map(row => [row.month, row])),
      };
    }),
    organization: {
      key: 'organization',
      name: isChosen ? 'Departments chosen' : 'All departments',
      byMonth: new Map(
        [...groupBy(rows, ({ month }) => month)].map(([month, own]) => [month, sum(own)]),
      ),
    },
    all: departments.length,
  };
}

function latest(trend: readonly Trend[]): number {
  return score(trend.at(-1) ?? NONE) ?? 1;
}
