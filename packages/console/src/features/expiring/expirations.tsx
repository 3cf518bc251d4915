import { t } from '@lingui/core/macro';
import { Button, Text } from '@mantine/core';
import type { Schemas } from '../../api/client';
import { useSetFilters } from '../../search';
import { count, daysName } from '../../text/format';
import { EmptyState } from '../../ui/page';
import type { Column } from '../../ui/table/columns';
import {
  dayColumn,
  personColumn,
  requiredColumn,
  statusColumn,
  textColumn,
} from '../../ui/table/record-columns';
import type { Range } from './period';

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
  personColumn('person', t`Person`, row => ({ id: row.memberId, name: row.memberName }), 180),
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
  textColumn('measurement', t`Measurement`, row => row.measurement.name, 230),
  requiredColumn(),
  textColumn('code', t`Code`, row => row.memberCode, 120),
  textColumn('email', t`E-mail`, row => row.memberEmail, 230),
];

export const KIND_NAMES = { achievement: t`Achievements`, competency: t`Competencies` } as const;

interface Filters {
  readonly q?: string | undefined;
  readonly departments?: readonly string[] | undefined;
  readonly kinds?: keyof typeof KIND_NAMES | undefined;
  readonly required?: 'all' | undefined;
}

/** A message for a period without expirations, with the filters that may be the reason. */
export function NothingExpires({ range, filters }: { range: Range; filters: Filters }) {
  const setFilters = useSetFilters<Filters>();
  const { departments, kinds, required, q } = filters;
  const narrowing = [
    ...(q === undefined ? [] : [t`“${q}” under “Search”`]),
    ...(departments === undefined ? [] : [t`${departments.length} under “Departments”`]),
    ...(kinds === undefined ? [] : [t`“${KIND_NAMES[kinds]}” under “Kinds”`]),
    ...(required === 'all' ? [] : [t`“Required only”`]),
  ];
  const isNarrowed = q !== undefined || departments !== undefined || kinds !== undefined;
  return (
    <EmptyState
      title={isNarrowed ? t`Nothing matches these filters` : t`Nothing expires in this time`}
    >
      {[daysName(range.first, range.last), ...narrowing].join(', ')}.{' '}
      {isNarrowed
        ? required === 'all'
          ? t`Clear the filters, or choose a longer “Period”.`
          : t`Clear the filters, or choose a longer “Period”, or include what is not required.`
        : required === 'all'
          ? t`Choose a longer “Period”.`
          : t`Choose a longer “Period”, or include what is not required.`}
      {isNarrowed && (
        <Button
          size="xs"
          variant="default"
          display="block"
          mx="auto"
          mt="sm"
          onClick={() => setFilters({ q: undefined, departments: undefined, kinds: undefined })}
        >
          {t`Clear the filters`}
        </Button>
      )}
    </EmptyState>
  );
}
