import { type ReactNode, useMemo, useState } from 'react';
import { locale } from '#language';

export type Value = string | number | boolean | null;

export interface Column<Row> {
  readonly id: string;
  readonly header: string;
  /** The value to sort by and copy, and to show if there is no `cell`. */
  readonly value: (row: Row) => Value;
  readonly cell?: (row: Row) => ReactNode;
  /** How long text is shown: on hover, or in several lines. */
  readonly long?: 'hover' | 'lines';
  /** The min width in pixels; remaining space is distributed proportionally. */
  readonly width: number;
  readonly align?: 'right';
  /** Whether it is omitted in prints. */
  readonly isScreenOnly?: true;
}

export type Direction = 'asc' | 'desc';

export interface Sorting {
  readonly id: string | undefined;
  readonly direction: Direction;
  readonly onSort: (id: string, direction: Direction) => void;
  readonly isSortable: (id: string) => boolean;
}

export interface Order {
  readonly id: string;
  readonly direction: Direction;
}

/** Returns the rows in the order selected in the table header, and that order. */
export function useSorted<Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  initial: Order | undefined,
): { sorted: readonly Row[]; sorting: Sorting } {
  const [order, setOrder] = useState(initial);
  const sorted = useMemo(() => {
    const column = columns.find(({ id }) => id === order?.id);
    if (order === undefined || column === undefined) return rows;
    const compare = byValue(order.direction);
    return [...rows].sort((a, b) => compare(column.value(a), column.value(b)));
  }, [rows, columns, order]);
  const sorting: Sorting = {
    id: order?.id,
    direction: order?.direction ?? 'asc',
    onSort: (id, direction) => setOrder({ id, direction }),
    isSortable: () => true,
  };
  return { sorted, sorting };
}

const collator = new Intl.Collator(locale, { numeric: true, sensitivity: 'base' });

/** Compares values for people. Null is last in both directions, as in the API. */
export function byValue(direction: Direction): (a: Value, b: Value) => number {
  const sign = direction === 'asc' ? 1 : -1;
  return (a, b) => {
    if (a === b) return 0;
    if (a === null) return 1;
    if (b === null) return -1;
    if (typeof a === 'string' && typeof b === 'string') return sign * collator.compare(a, b);
    return sign * (Number(a) - Number(b));
  };
}
