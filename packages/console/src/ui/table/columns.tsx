import { t } from '@lingui/core/macro';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useMemo, useState } from 'react';
import { locale } from '#language';
import { dayOf } from '../../text/dates';
import { count, Day, Time } from '../../text/format';
import { Bar } from '../figure';
import { StatusBadge, statusName } from '../status-badge';

export type Value = string | number | boolean | null;

export interface Column<Row> {
  readonly id: string;
  readonly header: string;
  /** The value to sort by and copy, and to show if there is no `cell`. */
  readonly value: (row: Row) => Value;
  /** What is shown instead, or that long text is shown in several lines; otherwise it is cut, and shown on hover. */
  readonly cell?: ((row: Row) => ReactNode) | 'lines' | undefined;
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

export function textColumn<Row>(
  id: string,
  header: string,
  value: (row: Row) => Value,
  width: number,
  options?: Pick<Column<Row>, 'cell' | 'align' | 'isScreenOnly'>,
): Column<Row> {
  return { id, header, value, width, ...options };
}

export function personColumn<Row>(
  id: string,
  header: string,
  of: (row: Row) => { id: string; name: string },
  width = 170,
): Column<Row> {
  return textColumn(id, header, row => of(row).name, width, {
    cell: row => <PersonLink {...of(row)} />,
  });
}

export function dayColumn<Row>(
  id: string,
  header: string,
  at: (row: Row) => string | null,
): Column<Row> {
  return textColumn(id, header, row => dayOf(at(row)), 145, { cell: row => <Day at={at(row)} /> });
}

export function timeColumn<Row>(
  id: string,
  header: string,
  at: (row: Row) => string,
  width = 215,
): Column<Row> {
  return textColumn(id, header, at, width, { cell: row => <Time at={at(row)} /> });
}

export function countColumn<Row>(
  id: string,
  header: string,
  value: (row: Row) => number,
  width = 110,
): Column<Row> {
  return textColumn(id, header, value, width, { cell: row => count(value(row)), align: 'right' });
}

/** A column of shares; null if nothing is required. */
export function shareColumn<Row>(
  id: string,
  header: string,
  value: (row: Row) => number | null,
  width = 140,
): Column<Row> {
  return textColumn(id, header, value, width, { cell: row => <Bar value={value(row)} /> });
}

export function statusColumn<Row extends Readonly<{ status: string | null }>>(
  width = 140,
  isSatisfied?: (row: Row) => boolean,
): Column<Row> {
  return textColumn('status', t`Status`, row => statusName(row.status), width, {
    cell: row => <StatusBadge status={row.status} isSatisfied={isSatisfied?.(row)} />,
  });
}

export function requiredColumn<Row extends Readonly<{ isRequired: boolean }>>(): Column<Row> {
  return textColumn('required', t`Required`, row => row.isRequired, 110, {
    cell: row => (row.isRequired ? t`Yes` : t`No`),
  });
}

export function PersonLink({ id, name }: { id: string; name: string }) {
  return (
    <Link className="person" to="/people/$memberId" params={{ memberId: id }} title={name}>
      {name}
    </Link>
  );
}
