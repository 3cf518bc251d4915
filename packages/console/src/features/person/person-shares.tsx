import { t } from '@lingui/core/macro';
import { Title } from '@mantine/core';
import type { Person } from '../../api/queries';
import { score } from '../../counts';
import { count } from '../../text/format';
import type { Column } from '../../ui/table/columns';
import { DataTable } from '../../ui/table/data-table';
import { shareColumn } from '../../ui/table/record-columns';

type Share = Person['measurements'][number];

/** How much of what is required is satisfied, by department and measurement, as Compliance counts it. */
export function PersonShares({ measurements }: { measurements: readonly Share[] }) {
  const rows = measurements.filter(({ measurement }) => measurement.required > 0);
  if (rows.length === 0) return null;
  return (
    <>
      <Title order={2} size="h5" mt="lg" mb="xs">
        {t`By department and measurement`}
      </Title>
      <DataTable
        label={t`By department and measurement`}
        columns={COLUMNS}
        rows={rows}
        rowId={({ department, measurement }) => `${department.id} ${measurement.key}`}
      />
    </>
  );
}

const COLUMNS: Column<Share>[] = [
  { id: 'department', header: t`Department`, value: row => row.department.name, width: 200 },
  { id: 'measurement', header: t`Measurement`, value: row => row.measurement.name, width: 260 },
  shareColumn('share', t`Satisfied`, row => score(row.measurement), 200),
  {
    id: 'count',
    header: t`Of required`,
    value: row => row.measurement.satisfied,
    cell: ({ measurement }) => t`${count(measurement.satisfied)} of ${count(measurement.required)}`,
    width: 120,
  },
];
