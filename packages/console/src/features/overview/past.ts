import type { Schemas } from '../../api/client';
import { type Counts, score, sum } from '../../counts';
import { groupBy } from '../../group';

type Trend = Schemas['ComplianceTrend'];

/** A month of the snapshots. */
export interface PastMonth {
  readonly month: string;
  readonly all: Counts;
  /** By `cellKey`. */
  readonly cells: ReadonlyMap<string, Counts>;
}

export interface Past {
  readonly lastMonth: PastMonth | null;
  readonly lastYear: PastMonth | null;
}

export function cellKey(departmentId: string, measurement: number): string {
  return `${departmentId} ${measurement}`;
}

/** The snapshots that today is compared with: of the month before, and of this month a year ago. */
export function toPast(rows: readonly Trend[], now: Date): Past {
  const byMonth = groupBy(rows, ({ month }) => month);
  const at = (monthsBack: number): PastMonth | null => {
    const month = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - monthsBack))
      .toISOString()
      .slice(0, 7);
    const own = byMonth.get(month);
    if (own === undefined) return null;
    return {
      month,
      all: sum(own),
      cells: new Map(own.map(row => [cellKey(row.department.id, row.measurement.key), row])),
    };
  };
  return { lastMonth: at(1), lastYear: at(12) };
}

/** How far a share has moved; null where nothing was or is required. */
export function moved(now: Counts, before: Counts | undefined): number | null {
  const after = score(now);
  const earlier = before === undefined ? null : score(before);
  return after === null || earlier === null ? null : after - earlier;
}
