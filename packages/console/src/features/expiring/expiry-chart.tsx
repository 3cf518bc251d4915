import { t } from '@lingui/core/macro';
import '@mantine/charts/styles.layer.css';
import { BarChart } from '@mantine/charts';
import { Anchor, Box, Table } from '@mantine/core';
import type { Schemas } from '../../api/client';
import { count, monthName } from '../../text/format';

type Month = Schemas['ExpirationMonth'];

/** What expires in each month, as stacked bars and as a table of the same figures. A month can be chosen. */
export default function ExpiryChart(props: {
  months: readonly Month[];
  onMonth: (month: string) => void;
}) {
  const { months, onMonth } = props;
  const data = months.map(({ month, ...counts }) => ({ month: monthName(month), ...counts }));
  const chooseAt = (index: number) => {
    const chosen = months[index];
    if (chosen !== undefined) onMonth(chosen.month);
  };
  return (
    <>
      <Box aria-hidden="true" className="chart">
        <BarChart
          h={220}
          data={data}
          dataKey="month"
          type="stacked"
          series={[
            { name: 'achievements', label: t`Achievements`, color: 'var(--scale-5)' },
            { name: 'competencies', label: t`Competencies`, color: 'var(--scale-2)' },
          ]}
          barChartProps={{
            accessibilityLayer: false,
            margin: { top: 12, right: 12 },
            style: { cursor: 'pointer' },
            onClick: ({ activeTooltipIndex }) => chooseAt(Number(activeTooltipIndex ?? Number.NaN)),
          }}
          withLegend
          legendProps={{ verticalAlign: 'bottom' }}
          valueFormatter={count}
          barProps={{
            isAnimationActive: false,
            maxBarSize: 64,
            // Also where the chart does not know yet what the pointer is over, as on a phone.
            onClick: (_bar, index, event) => {
              event.stopPropagation();
              chooseAt(index);
            },
          }}
          yAxisProps={{ allowDecimals: false, width: 52 }}
          tickLine="none"
        />
      </Box>
      <details>
        <summary>{t`The figures of the chart`}</summary>
        <Table aria-label={t`Expirations by month`} maw={460} mt="xs">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t`Month`}</Table.Th>
              <Table.Th ta="right">{t`Achievements`}</Table.Th>
              <Table.Th ta="right">{t`Competencies`}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {months.map(({ month, achievements, competencies }) => (
              <Table.Tr key={month}>
                <Table.Td>
                  <Anchor component="button" type="button" fz="sm" onClick={() => onMonth(month)}>
                    {monthName(month)}
                  </Anchor>
                </Table.Td>
                <Table.Td ta="right">{count(achievements)}</Table.Td>
                <Table.Td ta="right">{count(competencies)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </details>
    </>
  );
}
