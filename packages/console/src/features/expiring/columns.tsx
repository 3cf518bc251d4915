import { t } from '@lingui/core/macro';
import { Text } from '@mantine/core';
import type { Schemas } from '../../api/client';
import { count } from '../../text/format';
import type { Column } from '../../ui/table/columns';
import {
  dayColumn,
  personColumn,
  requiredColumn,
  statusColumn,
} from '../../ui/table/record-columns';

type Expiration = Schemas['ExpirationPage']['items'][number];

export const COLUMNS: Column<Expiration>[] = [
  dayColumn('expires', t`Expires`, row => row.expiresAt),
  {
    id: 'left',
    header: t`Whole days left`,
    align: 'right',
    value: row => row.daysLeft,
    cell: row => <b>{count(row.daysLeft)}</b>,
    width: 160,
  },
  personColumn(180),
  statusColumn(130),
  {
    id: 'item',
    header: t`What expires`,
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
  { id: 'measurement', header: t`Measurement`, value: row => row.measurement.name, width: 230 },
  requiredColumn(),
  { id: 'code', header: t`Code`, value: row => row.memberCode, width: 120 },
  { id: 'email', header: t`E-mail`, value: row => row.memberEmail, width: 230 },
];
