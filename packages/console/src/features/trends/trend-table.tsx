import { Text } from '@mantine/core';
import { useMemo } from 'react';
import { NONE, score } from '../../counts';
import { count, monthName, percent } from '../../text/format';
import type { Column } from '../../ui/table/columns';
import { DataTable } from '../../ui/table/data-table';
import type { Line, Lines } from './lines';

interface Month {
  readonly month: string;
}

/** The figures of the chart, latest month first. */
export function TrendTable({ lines }: { lines: Lines }) {
  const { months, departments, organization } = lines;
  const columns = useMemo(
    () => toColumns([organization, ...departments]),
    [organization, departments],
  );
  const rows = useMemo(() => months.map(month => ({ month })).reverse(), [months]);
  return (
    <DataTable
      label="Trends by month"
      columns={columns}
      rows={rows}
      rowId={({ month }) => month}
      sort="none"
      isPinned
    />
  );
}

function toColumns(lines: readonly Line[]): Column<Month>[] {
  return [
    {
      id: 'month',
      header: 'Month',
      value: ({ month }) => month,
      cell: ({ month }) => monthName(month),
      width: 100,
    },
    ...lines.map(
      ({ key, name, byMonth }): Column<Month> => ({
        id: key,
        header: name,
        align: 'right',
        value: ({ month }) => score(byMonth.get(month) ?? NONE),
        cell: ({ month }) => {
          const point = byMonth.get(month);
          return point === undefined ? (
            '–'
          ) : (
            <>
              {percent(score(point))}{' '}
              <Text span size="xs" c="dimmed">
                {count(point.satisfied)}/{count(point.required)}
              </Text>
            </>
          );
        },
        width: 150,
      }),
    ),
  ];
}
