import type { Schemas } from '../../api/client';
import { groupBy } from '../../group';
import { matcher } from '../../text/fold';
import { score } from '../../text/format';
import { compare } from '../../ui/table/sorting';

export type OverviewRow = Schemas['ComplianceOverview']['rows'][number];

export interface Counts {
  readonly required: number;
  readonly satisfied: number;
}

export interface DepartmentLine {
  readonly id: string;
  readonly name: string;
  /** Tells departments of one name apart; null where the name does. */
  readonly code: string | null;
  readonly cells: ReadonlyMap<number, Counts>;
  readonly all: Counts;
}

export interface ComplianceMap {
  readonly departments: readonly DepartmentLine[];
  readonly measurements: readonly { readonly key: number; readonly name: string }[];
  /** By measurement, over every department. */
  readonly totals: ReadonlyMap<number, Counts>;
  readonly all: Counts;
}

/** `name`, `all`, or the key of a measurement. */
export type MapSort = 'name' | 'all' | number;

const NONE: Counts = { required: 0, satisfied: 0 };

/** Departments down, measurements across, with the sums of both. */
export function toComplianceMap(rows: readonly OverviewRow[]): ComplianceMap {
  const measurements = [
    ...new Map(rows.map(row => [row.measurement.key, row.measurement])).values(),
  ];
  const byDepartment = groupBy(rows, row => row.department.id);
  const byMeasurement = groupBy(rows, row => row.measurement.key);
  const named = groupBy([...byDepartment.values()], ([first]) => first!.department.name);
  return {
    departments: [...byDepartment].map(([id, own]) => {
      const { name, code } = own[0]!.department;
      return {
        id,
        name,
        code: named.get(name)!.length > 1 ? (code ?? id.slice(0, 8)) : null,
        cells: new Map(own.map(row => [row.measurement.key, row])),
        all: sum(own),
      };
    }),
    measurements: measurements.sort((a, b) => a.key - b.key),
    totals: new Map([...byMeasurement].map(([key, own]) => [key, sum(own)])),
    all: sum(rows),
  };
}

/** The departments that a search finds, in an order; where nothing is required stands last. */
export function arrange(
  { departments }: ComplianceMap,
  order: { sort: MapSort; direction: 'asc' | 'desc' },
  q: string,
): readonly DepartmentLine[] {
  const { sort, direction } = order;
  const isFound = matcher(q);
  const found = departments.filter(({ name, code }) => isFound(`${name} ${code ?? ''}`));
  const sign = direction === 'asc' ? 1 : -1;
  return found.sort((a, b) => {
    if (sort === 'name') return sign * compare(a.name, b.name);
    const [left, right] = [share(countsOf(a, sort)), share(countsOf(b, sort))];
    if (left === null || right === null) return compare(left, right);
    return sign * (left - right) || compare(a.name, b.name);
  });
}

export function countsOf({ cells, all }: DepartmentLine, column: number | 'all'): Counts {
  return column === 'all' ? all : (cells.get(column) ?? NONE);
}

export function share({ satisfied, required }: Counts): number | null {
  return score(satisfied, required);
}

export function sum(counts: readonly Counts[]): Counts {
  return counts.reduce<Counts>(
    (total, { required, satisfied }) => ({
      required: total.required + required,
      satisfied: total.satisfied + satisfied,
    }),
    NONE,
  );
}
