import { t } from '@lingui/core/macro';
import { Text } from '@mantine/core';
import { useMemo } from 'react';
import { NONE, score } from '../../counts';
import { count, monthName, percent } from '../../text/format';
import type { Column } from '../../ui/table/columns';
import { DataTable } from '../../ui/table/data-table';
import { textColumn } from '../../ui/table/record-columns';
import { type Panel, pointOf, type Trends } from './lines';

interface Row {
  readonly panel: Panel;
  readonly month: string;
}

/** The data of the charts, latest month first. */
export function TrendTable({ trends }: { trends: Trends }) {
  const columns = useMemo(() => toColumns(trends), [trends]);
  const rows = useMemo(() => {
    const months = [...trends.months].reverse();
    return trends.panels.flatMap(panel => months.map(month => ({ panel, month })));
  }, [trends]);
  return (
    <DataTable
      label={t`Trends by month`}
      columns={columns}
      rows={rows}
      rowId={({ panel, month }) => `${panel.key} ${month}`}
      sorting={null}
      isPinned
    />
  );
}

function toColumns({ lines, panels }: Trends): Column<Row>[] {
  return [
    {
      id: 'month',
      header: t`Month`,
      value: ({ month }) => month,
      cell: ({ month }) => monthName(month),
      width: 100,
    },
    ...(panels.length === 1
      ? []
      : [textColumn<Row>('measurement', t`Measurement`, ({ panel }) => panel.name, 250)]),
    ...lines.map(
      (line): Column<Row> => ({
        id: line.key,
        header: line.name,
        align: 'right',
        value: ({ panel, month }) => score(pointOf(panel, line, month)),
        cell: ({ panel, month }) => {
          const point = pointOf(panel, line, month);
          return (
            <>
              {percent(score(point))}
              {point !== NONE && (
                <Text span size="xs" c="dimmed">
                  {` ${count(point.satisfied)}/${count(point.required)}`}
                </Text>
              )}
            </>
          );
        },
        width: 190,
      }),
    ),
  ];
}
