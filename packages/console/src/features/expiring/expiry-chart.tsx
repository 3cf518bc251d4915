import '@mantine/charts/styles.layer.css';
import { t } from '@lingui/core/macro';
import { BarChart } from '@mantine/charts';
import { Anchor, Box } from '@mantine/core';
import type { Schemas } from '../../api/client';
import { count, monthName } from '../../text/format';
import { HeadedTable, Row } from '../../ui/table/headed-table';

type Month = Schemas['ExpirationMonth'];

/** Expirations by month, as stacked bars and as a table. A click selects a month. */
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
          // oxlint-disable-next-line typescript/no-deprecated -- `position` would lay it over the bars
          legendProps={{ verticalAlign: 'bottom' }}
          valueFormatter={count}
          barProps={{
            // The lighter shade needs an outline on white paper.
            stroke: 'var(--scale-5)',
            strokeOpacity: 1,
            maxBarSize: 64,
            // Also works if the chart does not know the hovered month yet, as on a phone.
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
        <Box component="summary" fz={13} c="dimmed" style={{ cursor: 'pointer' }}>
          {t`Chart data`}
        </Box>
        <HeadedTable
          label={t`Expirations by month`}
          titles={[t`Month`, t`Achievements`, t`Competencies`]}
          minWidth={300}
        >
          {months.map(({ month, achievements, competencies }) => (
            <Row key={month}>
              <Anchor component="button" fz="sm" onClick={() => onMonth(month)}>
                {monthName(month)}
              </Anchor>
              {count(achievements)}
              {count(competencies)}
            </Row>
          ))}
        </HeadedTable>
      </details>
    </>
  );
}
