import { Group, Text } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';
import { type KeyboardEvent, type MouseEvent, useMemo, useRef } from 'react';
import { consoleUrl, type Schemas } from '../api/client';
import { count, percent, SCALE_LABELS, scaleStep, score } from './format';

type Row = Schemas['ComplianceOverview']['rows'][number];

interface Cell {
  readonly required: number;
  readonly satisfied: number;
}

interface Department {
  readonly id: string;
  readonly name: string;
  readonly cells: ReadonlyMap<number, Cell>;
}

interface HeatMapProps {
  rows: readonly Row[];
  /** The address, below the console, of the people behind a cell. */
  address: (departments: string[], measurements: number[]) => string;
}

/**
 * Departments down, measurements across. One tab stop: arrow keys move between the cells, which are
 * links to the people behind them.
 */
export function HeatMap({ rows, address }: HeatMapProps) {
  const router = useRouter();
  const body = useRef<HTMLTableSectionElement>(null);
  const { departments, measurements, totals } = useMemo(() => toMap(rows), [rows]);

  const follow = (event: MouseEvent) => {
    const link = (event.target as Element).closest('a');
    if (!link || event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    router.history.push(link.pathname + link.search);
  };
  const move = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    const cell = (event.target as Element).closest('td');
    if (!step || !cell || !body.current) return;
    event.preventDefault();
    const row = cell.parentElement as HTMLTableRowElement;
    const next = nextLink(body.current, row.sectionRowIndex, cell.cellIndex, step);
    if (!next) return;
    (event.target as HTMLElement).tabIndex = -1;
    next.tabIndex = 0;
    next.focus();
  };

  return (
    <>
      <div
        className="surface heat-map"
        tabIndex={0}
        role="region"
        aria-label="Compliance by department, scrollable"
      >
        <table aria-label="Compliance by department" onClick={follow} onKeyDown={move}>
          <thead>
            <tr>
              <th scope="col">Department</th>
              {measurements.map(({ key, name }) => (
                <th key={key} scope="col" title={name}>
                  <span>{name}</span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody ref={body}>
            {departments.map((department, index) => (
              <tr key={department.id}>
                <th scope="row" title={department.name}>
                  {department.name}
                </th>
                {measurements.map(({ key, name }, column) => (
                  <td key={key}>
                    <CellLink
                      cell={department.cells.get(key)}
                      name={`${department.name}, ${name}`}
                      href={new URL(address([department.id], [key]), consoleUrl).href}
                      isFirst={index === 0 && column === 0}
                    />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">All departments</th>
              {measurements.map(({ key }) => {
                const { required, satisfied } = totals.get(key)!;
                return (
                  <td key={key} title={`${count(satisfied)} of ${count(required)}`}>
                    {percent(score(satisfied, required))}
                  </td>
                );
              })}
            </tr>
          </tfoot>
        </table>
      </div>
      <Group gap="md" mt="xs" justify="space-between">
        <Text size="xs" c="dimmed">
          A cell leads to its people. Arrow keys move between cells.
        </Text>
        <Group gap={10} aria-hidden="true">
          {SCALE_LABELS.map((label, step) => (
            <Group key={label} gap={4}>
              <span className="swatch" data-step={step} />
              <Text size="xs" c="dimmed">
                {label}
              </Text>
            </Group>
          ))}
        </Group>
      </Group>
    </>
  );
}

function CellLink(props: { cell: Cell | undefined; name: string; href: string; isFirst: boolean }) {
  const { cell = { required: 0, satisfied: 0 }, name, href, isFirst } = props;
  const { required, satisfied } = cell;
  const value = score(satisfied, required);
  const words =
    value === null
      ? `${name}: nothing required`
      : `${name}: ${percent(value)}, ${count(satisfied)} of ${count(required)}`;
  return (
    <a
      href={href}
      data-step={value === null ? undefined : scaleStep(value)}
      tabIndex={isFirst ? 0 : -1}
      aria-label={words}
      title={words}
    >
      {percent(value)}
    </a>
  );
}

const STEPS: Readonly<Record<string, readonly [down: number, right: number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

function nextLink(
  body: HTMLTableSectionElement,
  row: number,
  column: number,
  [down, right]: readonly [number, number],
): HTMLAnchorElement | null {
  const cell = body.rows[row + down]?.cells[column + right];
  return cell?.querySelector('a') ?? null;
}

function toMap(rows: readonly Row[]) {
  const departments = new Map<string, Department & { cells: Map<number, Cell> }>();
  const names = new Map<number, string>();
  const totals = new Map<number, { required: number; satisfied: number }>();
  for (const { department, measurement, required, satisfied } of rows) {
    const { id, name } = department;
    const entry = departments.get(id) ?? { id, name, cells: new Map<number, Cell>() };
    entry.cells.set(measurement.key, { required, satisfied });
    departments.set(id, entry);
    names.set(measurement.key, measurement.name);
    const total = totals.get(measurement.key) ?? { required: 0, satisfied: 0 };
    total.required += required;
    total.satisfied += satisfied;
    totals.set(measurement.key, total);
  }
  const measurements = [...names]
    .map(([key, name]) => ({ key, name }))
    .sort((a, b) => a.key - b.key);
  return { departments: [...departments.values()], measurements, totals };
}
