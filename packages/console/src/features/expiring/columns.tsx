import { Text } from '@mantine/core';
import type { Schemas } from '../../api/client';
import { count } from '../../text/format';
import { StatusBadge } from '../../ui/status-badge';
import type { Column } from '../../ui/table/columns';
import { dayColumn, personColumn, requiredColumn } from '../../ui/table/record-columns';

type Expiration = Schemas['ExpirationPage']['items'][number];

export const COLUMNS: Column<Expiration>[] = [
  dayColumn('expires', 'Expires', row => row.expiresAt),
  {
    id: 'left',
    header: 'Days left',
    align: 'right',
    value: row => row.daysLeft,
    cell: row => <b>{count(row.daysLeft)}</b>,
    width: 90,
  },
  personColumn(180),
  {
    id: 'status',
    header: 'Status',
    value: row => row.status,
    cell: row => <StatusBadge status={row.status} />,
    width: 130,
  },
  {
    id: 'item',
    header: 'What expires',
    value: row => [row.itemNumber, row.itemName].filter(Boolean).join(' '),
    cell: row => (
      <span title={row.itemName}>
        {row.itemNumber !== null && (
          <Text span inherit c="dimmed">
            {row.itemNumber}{' '}
          </Text>
        )}
        {row.itemName}
      </span>
    ),
    width: 280,
  },
  { id: 'measurement', header: 'Measurement', value: row => row.measurement.name, width: 230 },
  requiredColumn(),
  { id: 'code', header: 'Code', value: row => row.memberCode, width: 120 },
  { id: 'email', header: 'E-mail', value: row => row.memberEmail, width: 230 },
];
