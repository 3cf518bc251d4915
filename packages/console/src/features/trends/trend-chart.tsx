import '@mantine/charts/styles.layer.css';
import { LineChart } from '@mantine/charts';
import { Box, Group, SimpleGrid, Text } from '@mantine/core';
import { score } from '../../counts';
import { monthName, percent } from '../../text/format';
import { type Line, type Panel, pointOf, type Trends } from './lines';

const DASHES = ['0', '6 3', '2 3', '10 3 2 3', '14 4', '6 2 2 2 2 2', '1 5', '3 8'] as const;

/** Based on Okabe and Ito, adjusted to a contrast of 3:1 on the background of each theme. */
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

/**
 * Lines do not differ only in colour. Later ones are narrower, so that they do not hide others with the same values.
 */
function strokeOf(index: number) {
  if (index === 0) return { color: 'var(--mantine-color-dimmed)', strokeDasharray: '0', width: 7 };
  return {
    color: COLORS[(index - 1) % COLORS.length]!,
    strokeDasharray: DASHES[(index - 1) % DASHES.length]!,
    width: Math.max(1.5, 5 - index / 2),
  };
}

/** Scores by month: a chart for each panel, with the same axis and one legend. */
export default function TrendCharts({ trends, isZoomed }: { trends: Trends; isZoomed: boolean }) {
  const { lines, panels } = trends;
  const axis = isZoomed ? zoomed(panels) : [0, 0.25, 0.5, 0.75, 1];
  return (
    <Box className="surface chart" p="md" mb="md" aria-hidden="true">
      <Group className="legend" gap="lg" pb="sm" style={{ rowGap: 4 }}>
        {lines.map(({ key, name }, index) => (
          <LegendItem key={key} name={name} index={index} />
        ))}
      </Group>
      <SimpleGrid cols={panels.length === 1 ? 1 : { base: 1, sm: 2, xl: 3 }}>
        {panels.map(panel => (
          <Box key={panel.key} miw={0}>
            <Text size="sm" fw={600} mb={4}>
              {panel.name}
            </Text>
            <TrendChart {...{ trends, panel, axis }} height={panels.length === 1 ? 340 : 200} />
          </Box>
        ))}
      </SimpleGrid>
    </Box>
  );
}

function TrendChart(props: {
  trends: Trends;
  panel: Panel;
  axis: readonly number[];
  height: number;
}) {
  const { trends, panel, axis, height } = props;
  const { months, lines } = trends;
  const series = lines.map(({ key, name }, index) => ({
    ...{ name: key, label: name },
    ...strokeOf(index),
  }));
  const data = months.map(month => ({
    month: monthName(month),
    ...Object.fromEntries(lines.map(line => [line.key, score(pointOf(panel, line, month))])),
  }));
  return (
    <LineChart
      h={height}
      data={data}
      dataKey="month"
      series={series}
      curveType="linear"
      dotProps={{ r: 2.5, strokeDasharray: '0' }}
      connectNulls={false}
      lineChartProps={{ accessibilityLayer: false, margin: { top: 12, right: 12 } }}
      valueFormatter={percent}
      yAxisProps={{ domain: [axis[0]!, 1], ticks: [...axis], width: 62 }}
      lineProps={({ name }) => ({
        strokeWidth: strokeOf(lines.findIndex(({ key }: Line) => key === name)).width,
      })}
      gridAxis="x"
      tickLine="none"
    />
  );
}

function LegendItem({ name, index }: { name: string; index: number }) {
  const { color, strokeDasharray, width } = strokeOf(index);
  return (
    <Group gap={8} wrap="nowrap">
      <svg width={32} height={8}>
        <line x2={32} y1={4} y2={4} stroke={color} strokeWidth={width} {...{ strokeDasharray }} />
      </svg>
      <Text size="sm">{name}</Text>
    </Group>
  );
}

/** Returns ticks from a round percentage below all scores to 100 %, so that small changes are visible. */
function zoomed(panels: readonly Panel[]): number[] {
  const scores = panels.flatMap(({ byLine }) =>
    [...byLine.values()].flatMap(byMonth => [...byMonth.values()].map(each => score(each) ?? 1)),
  );
  const room = 100 - Math.min(100, ...scores.map(each => each * 100 - 2));
  const step = room > 50 ? 20 : room > 20 ? 10 : 5;
  const steps = Math.min(100 / step, Math.ceil(room / step));
  return Array.from({ length: steps + 1 }, (_, index) => (100 - (steps - index) * step) / 100);
}
