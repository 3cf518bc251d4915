import { t } from '@lingui/core/macro';
import { Link } from '@tanstack/react-router';
import { dayOf } from '../../text/dates';
import { count, Day, Time } from '../../text/format';
import { Bar } from '../figure';
import { StatusBadge, statusName } from '../status-badge';
import type { Column, Value } from './columns';

export function personColumn<Row>(
  id: string,
  header: string,
  of: (row: Row) => { id: string; name: string },
  width = 170,
): Column<Row> {
  return {
    id,
    header,
    value: row => of(row).name,
    cell: row => <PersonLink {...of(row)} />,
    width,
  };
}

export function textColumn<Row>(
  id: string,
  header: string,
  value: (row: Row) => Value,
  width: number,
  long?: Column<Row>['long'],
): Column<Row> {
  return { id, header, value, width, long };
}

export function dayColumn<Row>(
  id: string,
  header: string,
  at: (row: Row) => string | null,
): Column<Row> {
  const value = (row: Row) => dayOf(at(row));
  return { id, header, value, cell: row => <Day at={at(row)} />, width: 145 };
}

export function timeColumn<Row>(
  id: string,
  header: string,
  at: (row: Row) => string,
  width = 215,
): Column<Row> {
  return { id, header, value: at, cell: row => <Time at={at(row)} />, width };
}

export function countColumn<Row>(
  id: string,
  header: string,
  value: (row: Row) => number,
  width = 110,
): Column<Row> {
  return { id, header, value, cell: row => count(value(row)), width, align: 'right' };
}

/** A column of shares; null if nothing is required. */
export function shareColumn<Row>(
  id: string,
  header: string,
  value: (row: Row) => number | null,
  width = 140,
): Column<Row> {
  return { id, header, value, cell: row => <Bar value={value(row)} />, width };
}

export function statusColumn<Row extends Readonly<{ status: string | null }>>(
  width = 140,
  isSatisfied?: (row: Row) => boolean,
): Column<Row> {
  return {
    id: 'status',
    header: t`Status`,
    value: row => statusName(row.status),
    cell: row => <StatusBadge status={row.status} isSatisfied={isSatisfied?.(row)} />,
    width,
  };
}

export function requiredColumn<Row extends Readonly<{ isRequired: boolean }>>(): Column<Row> {
  return {
    id: 'required',
    header: t`Required`,
    value: row => row.isRequired,
    cell: row => (row.isRequired ? t`Yes` : t`No`),
    width: 110,
  };
}

export function PersonLink({ id, name }: { id: string; name: string }) {
  return (
    <Link className="person" to="/people/$memberId" params={{ memberId: id }} title={name}>
      {name}
    </Link>
  );
}
