import { plural, t } from '@lingui/core/macro';
import { Box, Group, Text } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';
import { type MouseEvent, memo, useRef } from 'react';
import { consoleUrl } from '../../api/client';
import { score } from '../../counts';
import { stringifySearch } from '../../search';
import {
  change,
  count,
  Dimmed,
  monthName,
  percent,
  SCALE_LABELS,
  scaleStep,
} from '../../text/format';
import { useTabStop } from '../../ui/grid';
import type { Order } from '../../ui/table/columns';
import { HeadCell } from '../../ui/table/head-cell';
import {
  type ComplianceMap,
  cellKey,
  countsOf,
  type DepartmentLine,
  moved,
  type PastMonth,
} from './compliance-map';

interface HeatMapProps {
  map: ComplianceMap;
  departments: readonly DepartmentLine[];
  lastMonth: PastMonth | null;
  order: Order;
  onSort: (order: Order) => void;
  organization: string;
  profiles: string | undefined;
}

/** A grid of departments (rows) by measurements (columns) with one tab stop. Cells are links to their people. */
export function HeatMap(props: HeatMapProps) {
  const { map, departments, lastMonth, order, onSort, organization, profiles } = props;
  const router = useRouter();
  const body = useRef<HTMLTableSectionElement>(null);
  const { stop, move } = useTabStop(
    departments.length,
    map.measurements.length + 1,
    ({ row, column }) => body.current?.rows[row]?.cells[column + 1]?.querySelector('a'),
  );

  const follow = (event: MouseEvent) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    if (!link || event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    router.history.push(link.pathname + link.search);
  };

  return (
    <>
      <div
        className="surface grid heat-map"
        tabIndex={0}
        role="region"
        aria-label={t`Compliance by department, scrollable`}
      >
        <table
          role="grid"
          aria-label={t`Compliance by department`}
          onClick={follow}
          onKeyDown={event => event.target instanceof HTMLAnchorElement && move(event)}
        >
          <MapHead map={map} order={order} onSort={onSort} />
          <tbody ref={body}>
            {departments.map((department, row) => (
              <MapRow
                key={department.id}
                {...{ department, map, lastMonth, organization, profiles }}
                tabStop={row === stop.row ? stop.column : null}
              />
            ))}
          </tbody>
          <MapFoot map={map} />
        </table>
      </div>
      <Scale />
      <Unused map={map} />
    </>
  );
}

/** Names the hidden columns, which would be empty and push others out of view. */
function Unused({ map: { unused } }: Pick<HeatMapProps, 'map'>) {
  if (unused.length === 0) return null;
  const names = unused.map(({ name }) => name).join(', ');
  return (
    <Dimmed size="xs" mt={4}>
      {plural(unused.length, {
        one: `# column in which nothing is required is hidden: ${names}.`,
        other: `# columns in which nothing is required are hidden: ${names}.`,
      })}
    </Dimmed>
  );
}

function MapHead(props: Pick<HeatMapProps, 'map' | 'order' | 'onSort'>) {
  const { map, order, onSort } = props;
  const columns = [
    { id: 'name', name: t`Department` },
    { id: 'all', name: t`All` },
    ...map.measurements.map(({ key, name }) => ({ id: String(key), name })),
  ];
  return (
    <thead>
      <tr>
        {columns.map(({ id, name }) => (
          <HeadCell
            key={id}
            header={name}
            title={name}
            direction={order.id === id ? order.direction : null}
            onSort={direction => onSort({ id, direction })}
          />
        ))}
      </tr>
    </thead>
  );
}

interface RowProps extends Pick<HeatMapProps, 'map' | 'lastMonth' | 'organization' | 'profiles'> {
  department: DepartmentLine;
  /** The column of the tab stop, if it is in this row. */
  tabStop: number | null;
}

const MapRow = memo(function MapRow(props: RowProps) {
  const { department, map, lastMonth, organization, profiles, tabStop } = props;
  const { id, name, code, label } = department;
  const chosen = { organization, departments: [id] };
  return (
    <tr>
      <th scope="row" title={label}>
        <a
          href={addressOf('matrix', { ...chosen, lacking: 'people' })}
          title={t`Who lacks what in ${label}`}
        >
          {name}
        </a>
        {code !== null && (
          <Text span inherit size="xs" c="dimmed">
            {' '}
            {code}
          </Text>
        )}
      </th>
      {[null, ...map.measurements].map((measurement, index) => (
        <td key={measurement?.key ?? 'all'}>
          <CellLink
            {...{ department, measurement, lastMonth }}
            name={measurement === null ? t`${label}, all` : `${label}, ${measurement.name}`}
            href={addressOf('compliance', { ...chosen, measurements: measurement?.key, profiles })}
            isTabStop={tabStop === index}
          />
        </td>
      ))}
    </tr>
  );
});

function addressOf(page: 'compliance' | 'matrix', search: Record<string, unknown>): string {
  return new URL(page + stringifySearch(search), consoleUrl).href;
}

function CellLink(props: {
  department: DepartmentLine;
  /** Null for all measurements. */
  measurement: ComplianceMap['measurements'][number] | null;
  lastMonth: PastMonth | null;
  name: string;
  href: string;
  isTabStop: boolean;
}) {
  const { department, measurement, lastMonth, name, href, isTabStop } = props;
  const isSum = measurement === null;
  const counts = countsOf(department, measurement?.key ?? 'all');
  const value = score(counts);
  const figures =
    value === null
      ? t`nothing required`
      : t`${percent(value)}, ${count(counts.satisfied)} of ${count(counts.required)}`;
  const before = isSum ? undefined : lastMonth?.cells.get(cellKey(department.id, measurement.key));
  const by = moved(counts, before);
  const since =
    by !== null && lastMonth && t`${change(by)} points since ${monthName(lastMonth.month)}`;
  const words = `${name}: ${figures}${since ? `, ${since}` : ''}`;
  return (
    <a
      href={href}
      style={value === null ? undefined : shadeOf(value)}
      tabIndex={isTabStop ? 0 : -1}
      aria-label={words}
      title={words}
    >
      {percent(value)}
      {isSum && <small data-text={`${count(counts.satisfied)}/${count(counts.required)}`} />}
    </a>
  );
}

function shadeOf(value: number) {
  const step = scaleStep(value);
  return {
    background: `var(--scale-${step})`,
    color: `var(--scale-ink${step > 3 ? '-strong' : ''})`,
  };
}

function MapFoot({ map }: { map: ComplianceMap }) {
  const totals = [map.all, ...map.measurements.map(({ key }) => map.totals.get(key)!)];
  return (
    <tfoot>
      <tr>
        <th scope="row">{t`All departments`}</th>
        {totals.map((counts, index) => (
          <td
            key={map.measurements[index - 1]?.key ?? 'all'}
            title={t`${count(counts.satisfied)} of ${count(counts.required)}`}
          >
            {percent(score(counts))}
          </td>
        ))}
      </tr>
    </tfoot>
  );
}

function Scale() {
  return (
    <Group gap="md" mt="xs" justify="space-between">
      <Dimmed size="xs" className="no-print">
        {t`Select a cell to see its people. Arrow keys move between cells. Select a heading to sort.`}
      </Dimmed>
      <Group gap={10} aria-hidden="true">
        {SCALE_LABELS.map((label, step) => (
          <Group key={label} gap={4}>
            <Box className="swatch" bg={`var(--scale-${step})`} />
            <Dimmed size="xs">{label}</Dimmed>
          </Group>
        ))}
      </Group>
    </Group>
  );
}
