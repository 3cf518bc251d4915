import { plural, t } from '@lingui/core/macro';
import { Text, UnstyledButton } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';
import { type KeyboardEvent, type MouseEvent, memo, useRef, useState } from 'react';
import { consoleUrl } from '../../api/client';
import { type Counts, score } from '../../counts';
import { change, count, monthName, percent, scaleStep } from '../../text/format';
import { type ComplianceMap, countsOf, type DepartmentLine, type MapSort } from './compliance-map';
import { cellKey, moved, type PastMonth } from './past';
import { Scale } from './scale';

interface Order {
  readonly sort: MapSort;
  readonly direction: 'asc' | 'desc';
}

interface HeatMapProps {
  map: ComplianceMap;
  /** The departments to show, in their order. */
  departments: readonly DepartmentLine[];
  lastMonth: PastMonth | null;
  order: Order;
  onSort: (order: Order) => void;
  /** The address, below the console, of the people behind a cell; of all measurements without one. */
  address: (department: string, measurement?: number) => string;
  /** The address, below the console, of who lacks what in a department. */
  matrixOf: (department: string) => string;
}

const STEPS: Readonly<Record<string, readonly [down: number, right: number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

/**
 * Departments down, measurements across: a grid with one tab stop, in which arrow keys move between the
 * cells. Cells are links to the people behind them.
 */
export function HeatMap(props: HeatMapProps) {
  const { map, departments, lastMonth, order, onSort, address, matrixOf } = props;
  const router = useRouter();
  const body = useRef<HTMLTableSectionElement>(null);
  const [active, setActive] = useState({ row: 0, column: 0 });
  const columns: readonly ('all' | number)[] = ['all', ...map.measurements.map(({ key }) => key)];
  // The tab stop stays within the rows that a search leaves.
  const activeRow = Math.min(active.row, departments.length - 1);

  const follow = (event: MouseEvent) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    if (!link || event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    router.history.push(link.pathname + link.search);
  };
  const move = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    if (!step || !(event.target instanceof HTMLAnchorElement)) return;
    event.preventDefault();
    const row = clamp(activeRow + step[0], departments.length);
    const column = clamp(active.column + step[1], columns.length);
    setActive({ row, column });
    body.current?.rows[row]?.cells[column + 1]?.querySelector('a')?.focus();
  };

  return (
    <>
      <div
        className="surface heat-map"
        tabIndex={0}
        role="region"
        aria-label={t`Compliance by department, scrollable`}
      >
        <table
          role="grid"
          aria-label={t`Compliance by department`}
          aria-rowcount={departments.length + 2}
          onClick={follow}
          onKeyDown={move}
        >
          <MapHead map={map} order={order} onSort={onSort} />
          <tbody ref={body}>
            {departments.map((department, row) => (
              <MapRow
                key={department.id}
                {...{ department, map, lastMonth, address, matrixOf }}
                tabStop={row === activeRow ? active.column : null}
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

/** Their columns would have no figures, and push others out of the window. */
function Unused({ map: { unused } }: Pick<HeatMapProps, 'map'>) {
  if (unused.length === 0) return null;
  const names = unused.map(({ name }) => name).join(', ');
  return (
    <Text size="xs" c="dimmed" mt={4}>
      {plural(unused.length, {
        one: `# column is hidden, in which nothing is required: ${names}.`,
        other: `# columns are hidden, in which nothing is required: ${names}.`,
      })}
    </Text>
  );
}

function clamp(index: number, length: number): number {
  return Math.max(0, Math.min(index, length - 1));
}

function MapHead(props: Pick<HeatMapProps, 'map' | 'order' | 'onSort'>) {
  const { map, order, onSort } = props;
  const columns: { sort: MapSort; name: string }[] = [
    { sort: 'name', name: t`Department` },
    { sort: 'all', name: t`All` },
    ...map.measurements.map(({ key, name }) => ({ sort: key, name })),
  ];
  return (
    <thead>
      <tr>
        {columns.map(({ sort, name }) => {
          const isSorted = order.sort === sort;
          const isAscending = order.direction === 'asc';
          return (
            <th
              key={sort}
              scope="col"
              title={name}
              aria-sort={isSorted ? (isAscending ? 'ascending' : 'descending') : undefined}
            >
              <UnstyledButton
                className="sort"
                onClick={() =>
                  onSort({ sort, direction: isSorted && isAscending ? 'desc' : 'asc' })
                }
              >
                {name}
                <span aria-hidden="true" className="arrow">
                  {isSorted ? (isAscending ? '↑' : '↓') : '↕'}
                </span>
              </UnstyledButton>
            </th>
          );
        })}
      </tr>
    </thead>
  );
}

const MapRow = memo(function MapRow(props: {
  department: DepartmentLine;
  map: ComplianceMap;
  lastMonth: PastMonth | null;
  address: HeatMapProps['address'];
  matrixOf: HeatMapProps['matrixOf'];
  /** The column of the tab stop, where it is in this row. */
  tabStop: number | null;
}) {
  const { department, map, lastMonth, address, matrixOf, tabStop } = props;
  const { id, name, code } = department;
  const label = code === null ? name : `${name} (${code})`;
  const cell = (column: 'all' | number) => countsOf(department, column);
  return (
    <tr>
      <th scope="row" title={label}>
        <a href={new URL(matrixOf(id), consoleUrl).href} title={t`Who lacks what in ${label}`}>
          {name}
        </a>
        {code !== null && (
          <Text span inherit size="xs" c="dimmed">
            {' '}
            {code}
          </Text>
        )}
      </th>
      <td>
        <CellLink
          counts={cell('all')}
          name={t`${label}, all`}
          since={null}
          href={address(id)}
          isTabStop={tabStop === 0}
          isSum
        />
      </td>
      {map.measurements.map(({ key, name: measurement }, index) => (
        <td key={key}>
          <CellLink
            counts={cell(key)}
            name={`${label}, ${measurement}`}
            since={sinceWords(cell(key), lastMonth, cellKey(id, key))}
            href={address(id, key)}
            isTabStop={tabStop === index + 1}
          />
        </td>
      ))}
    </tr>
  );
});

function sinceWords(counts: Counts, past: PastMonth | null, key: string): string | null {
  const by = past === null ? null : moved(counts, past.cells.get(key));
  return by === null || past === null
    ? null
    : t`${change(by)} points since ${monthName(past.month)}`;
}

function CellLink(props: {
  counts: Counts;
  name: string;
  since: string | null;
  href: string;
  isTabStop: boolean;
  isSum?: boolean;
}) {
  const { counts, name, since, href, isTabStop, isSum = false } = props;
  const value = score(counts);
  const figures =
    value === null
      ? t`nothing required`
      : t`${percent(value)}, ${count(counts.satisfied)} of ${count(counts.required)}`;
  const words = [`${name}: ${figures}`, ...(since === null ? [] : [since])].join(', ');
  return (
    <a
      href={new URL(href, consoleUrl).href}
      data-step={value === null ? undefined : scaleStep(value)}
      data-sum={isSum || undefined}
      tabIndex={isTabStop ? 0 : -1}
      aria-label={words}
      title={words}
    >
      {percent(value)}
      {isSum && <small data-text={`${count(counts.satisfied)}/${count(counts.required)}`} />}
    </a>
  );
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
