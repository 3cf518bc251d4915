import '@mantine/charts/styles.layer.css';
import { LineChart } from '@mantine/charts';
import { Box, Group, Text } from '@mantine/core';
import { NONE, score } from '../../counts';
import { monthName, percent } from '../../text/format';
import type { Line } from './lines';

const DASHES = ['0', '6 3', '2 3', '10 3 2 3', '14 4', '6 2 2 2 2 2', '1 5', '3 8'] as const;

/** After Okabe and Ito, darkened and lightened to 3:1 on the ground of their theme. */
const COLORS = [
  'light-dark(#0f6a82, #5fb6cc)',
  'light-dark(#c2520a, #f08b4b)',
  'light-dark(#7a4fa3, #b996dd)',
  'light-dark(#8a6a00, #d9b93b)',
  'light-dark(#00795a, #45c29e)',
  'light-dark(#b04080, #e58cbc)',
  'light-dark(#4a5a63, #aebcc4)',
  'light-dark(#2b63c4, #82aef5)',
] as const;

/** Lines differ without their colours, too. */
function strokeOf(line: Line, lines: readonly Line[]) {
  const index = lines.indexOf(line);
  if (index === -1) return { color: 'var(--mantine-color-text)', strokeDasharray: '0' };
  return {
    color: COLORS[index % COLORS.length]!,
    strokeDasharray: DASHES[index % DASHES.length]!,
  };
}

/** The scores of departments by month, and of all of them as a bold line. */
export default function TrendChart(props: {
  months: readonly string[];
  lines: readonly Line[];
  organization: Line;
}) {
  const { months, lines, organization } = props;
  const all = [...lines, organization];
  const series = all.map(line => ({ name: line.key, label: line.name, ...strokeOf(line, lines) }));
  const axis = ticks(all);
  const data = months.map(month => ({
    month: monthName(month),
    ...Object.fromEntries(all.map(({ key, byMonth }) => [key, score(byMonth.get(month) ?? NONE)])),
  }));
  return (
    <Box className="surface chart" p="md" mb="md" aria-hidden="true">
      <LineChart
        h={340}
        data={data}
        dataKey="month"
        series={series}
        curveType="linear"
        strokeWidth={2}
        dotProps={{ r: 2.5, strokeDasharray: '0' }}
        connectNulls={false}
        lineChartProps={{ accessibilityLayer: false, margin: { top: 12, right: 12 } }}
        valueFormatter={percent}
        yAxisProps={{ domain: [axis[0]!, 1], ticks: axis, width: 62 }}
        lineProps={({ name }) => ({
          isAnimationActive: false,
          strokeWidth: name === organization.key ? 3.5 : 2,
        })}
        gridAxis="x"
        tickLine="none"
      />
      <Group gap="lg" mt="sm" justify="flex-end" style={{ rowGap: 4 }}>
        {series.map(({ name, label, color, strokeDasharray }) => (
          <Group key={name} gap={8} wrap="nowrap">
            <svg width={32} height={4}>
              <line
                x2={32}
                y1={2}
                y2={2}
                stroke={color}
                strokeDasharray={strokeDasharray}
                strokeWidth={name === organization.key ? 3.5 : 2}
              />
            </svg>
            <Text size="sm">{label}</Text>
          </Group>
        ))}
      </Group>
    </Box>
  );
}

/** The axis begins at a round percentage below every score, so that changes show, and ends at 100 %. */
function ticks(lines: readonly Line[]): number[] {
  const scores = lines.flatMap(({ byMonth }) =>
    [...byMonth.values()].map(counts => score(counts) ?? 1),
  );
  const room = 100 - Math.min(100, ...scores.map(score => score * 100 - 2));
  const step = room > 50 ? 20 : 10;
  const steps = Math.min(100 / step, Math.ceil(room / step));
  return Array.from({ length: steps + 1 }, (_, index) => (100 - (steps - index) * step) / 100);
}
