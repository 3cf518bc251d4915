import type { Schemas } from '../../api/client';
import { type Counts, NONE, score, sum } from '../../counts';
import { matcher } from '../../text/fold';
import { distinguishingCodes } from '../../text/format';
import { byValue, type Order } from '../../ui/table/columns';

type OverviewRow = Schemas['ComplianceOverview']['rows'][number];

export interface DepartmentLine {
  readonly id: string;
  readonly name: string;
  /** Distinguishes departments with the same name; otherwise null. */
  readonly code: string | null;
  /** The name, with the code if there is one. */
  readonly label: string;
  readonly cells: ReadonlyMap<number, Counts>;
  readonly all: Counts;
}

type Measurement = Schemas['MeasurementReference'];

export interface ComplianceMap {
  readonly departments: readonly DepartmentLine[];
  /** Measurements with requirements. */
  readonly measurements: readonly Measurement[];
  /** Measurements without requirements. */
  readonly unused: readonly Measurement[];
  readonly totals: ReadonlyMap<number, Counts>;
  readonly all: Counts;
}

/** Arranges counts by department and measurement, with totals of both. */
export function toComplianceMap(rows: readonly OverviewRow[]): ComplianceMap {
  const measurements = [
    ...new Map(rows.map(row => [row.measurement.key, row.measurement])).values(),
  ].sort((a, b) => a.key - b.key);
  const byDepartment = Map.groupBy(rows, row => row.department.id);
  const byMeasurement = Map.groupBy(rows, row => row.measurement.key);
  const totals = new Map([...byMeasurement].map(([key, group]) => [key, sum(group)]));
  const isUsed = ({ key }: Measurement) => totals.get(key)!.required > 0;
  const codes = distinguishingCodes([...byDepartment.values()].map(([row]) => row!.department));
  return {
    departments: [...byDepartment].map(([id, group]) => {
      const { name } = group[0]!.department;
      const code = codes.get(id) ?? null;
      return {
        ...{ id, name, code, label: code === null ? name : `${name} (${code})` },
        cells: new Map(group.map(row => [row.measurement.key, row])),
        all: sum(group),
      };
    }),
    measurements: measurements.filter(each => isUsed(each)),
    unused: measurements.filter(each => !isUsed(each)),
    totals,
    all: sum(rows),
  };
}

/** Returns the departments that match a search, in order. Departments without requirements are last. */
export function arrange(
  { departments }: ComplianceMap,
  { id, direction }: Order,
  q: string,
): readonly DepartmentLine[] {
  const matches = matcher(q);
  const found = departments.filter(({ name, code }) => matches(`${name} ${code ?? ''}`));
  const compare = byValue(direction);
  if (id === 'name') return found.sort((a, b) => compare(a.name, b.name));
  const scoreOf = (line: DepartmentLine) => score(countsOf(line, id === 'all' ? id : Number(id)));
  const byName = byValue('asc');
  return found.sort((a, b) => compare(scoreOf(a), scoreOf(b)) || byName(a.name, b.name));
}

export function countsOf({ cells, all }: DepartmentLine, column: number | 'all'): Counts {
  return column === 'all' ? all : (cells.get(column) ?? NONE);
}

type Trend = Schemas['ComplianceTrend'];

export interface PastMonth {
  readonly month: string;
  readonly all: Counts;
  readonly cells: ReadonlyMap<string, Counts>;
}

export interface Past {
  readonly lastMonth: PastMonth | null;
  readonly lastYear: PastMonth | null;
}

export function cellKey(departmentId: string, measurement: number): string {
  return `${departmentId} ${measurement}`;
}

/** Returns the snapshots to compare with: of the previous month, and of the same month last year. */
export function toPast(rows: readonly Trend[], now: Date): Past {
  const byMonth = Map.groupBy(rows, ({ month }) => month);
  const at = (monthsBack: number): PastMonth | null => {
    const month = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - monthsBack))
      .toISOString()
      .slice(0, 7);
    const group = byMonth.get(month);
    if (group === undefined) return null;
    return {
      month,
      all: sum(group),
      cells: new Map(group.map(row => [cellKey(row.department.id, row.measurement.key), row])),
    };
  };
  return { lastMonth: at(1), lastYear: at(12) };
}

/** Returns the change of a share; null if nothing was or is required. */
export function moved(now: Counts, before: Counts | undefined): number | null {
  const after = score(now);
  const earlier = before === undefined ? null : score(before);
  return after === null || earlier === null ? null : after - earlier;
}
