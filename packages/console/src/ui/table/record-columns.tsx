import { t } from '@lingui/core/macro';
import { dayOf } from '../../text/dates';
import { Day } from '../../text/format';
import { PersonLink } from '../person-link';
import type { Column } from './columns';

/** Columns that several tables have. */

type OfMember = Readonly<{ memberId: string; memberName: string }>;

export function personColumn<Row extends OfMember>(width = 170): Column<Row> {
  return {
    id: 'person',
    header: t`Person`,
    value: row => row.memberName,
    cell: row => <PersonLink id={row.memberId} name={row.memberName} />,
    width,
  };
}

export function dayColumn<Row>(
  id: string,
  header: string,
  at: (row: Row) => string | null,
): Column<Row> {
  return {
    id,
    header,
    value: row => dayOf(at(row)),
    cell: row => <Day at={at(row)} />,
    width: 120,
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
