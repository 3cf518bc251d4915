import { ActionIcon, Box, Group, Pagination, Text, UnstyledButton } from '@mantine/core';
import {
  createSortedRowModel,
  rowSortingFeature,
  type SortingState,
  tableFeatures,
  useTable,
} from '@tanstack/react-table';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { count } from './format';
import { CaretIcon } from './icons';

type Value = string | number | boolean | null;

export interface Column<Row> {
  readonly id: string;
  readonly header: string;
  /** What the column is sorted by, and shown as where there is no `cell`. */
  readonly value: (row: Row) => Value;
  readonly cell?: (row: Row) => ReactNode;
  /** The least width in pixels; what is left is shared in proportion. */
  readonly width: number;
  readonly align?: 'right';
}

/** An order that the API keeps: its rows are a page of many. */
export interface RemoteSort {
  readonly columns: readonly string[];
  readonly sort: string | undefined;
  readonly direction: 'asc' | 'desc';
  readonly onSort: (sort: string, direction: 'asc' | 'desc') => void;
}

interface DataTableProps<Row> {
  /** Names the table for readers of a screen. */
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowId: (row: Row) => string;
  remoteSort?: RemoteSort;
  /** The order to begin with, where the rows are all here. */
  initialSort?: { id: string; direction: 'asc' | 'desc' };
  /** Keeps the first column in view when the table is scrolled sideways. */
  isPinned?: boolean;
  /** A table of fixed order. */
  isUnsorted?: boolean;
  /** More of a row, shown below it when it is opened. */
  expand?: (row: Row) => ReactNode;
  rowLabel?: (row: Row) => string;
}

const features = tableFeatures({ rowSortingFeature, sortedRowModel: createSortedRowModel() });
const ROW_HEIGHT = 37;
const ARROWS = { asc: '↑', desc: '↓', none: '↕' } as const;

/** A table whose rows exist only where they are seen: 50,000 scroll as smoothly as fifty. */
export function DataTable<Row extends object>(props: DataTableProps<Row>) {
  const { label, columns, rows, rowId, remoteSort, isUnsorted = false, expand, rowLabel } = props;
  const { initialSort, isPinned = false } = props;
  const [localSort, setLocalSort] = useState<SortingState>(
    initialSort ? [{ id: initialSort.id, desc: initialSort.direction === 'desc' }] : [],
  );
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const scroller = useRef<HTMLDivElement>(null);
  const isLocal = remoteSort === undefined && !isUnsorted;
  const definitions = useMemo(
    () =>
      columns.map(({ id, value }) => ({
        id,
        accessorFn: value,
        sortFn: (a: { original: Row }, b: { original: Row }) =>
          compare(value(a.original), value(b.original)),
      })),
    [columns],
  );
  const table = useTable({
    features,
    columns: definitions,
    data: rows,
    getRowId: rowId,
    state: { sorting: isLocal ? localSort : [] },
    onSortingChange: setLocalSort,
    manualSorting: !isLocal,
  });
  const sorted = table.getRowModel().rows;
  const virtualizer = useVirtualizer({
    count: sorted.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    getItemKey: index => sorted[index]?.id ?? index,
    overscan: 12,
  });
  const items = virtualizer.getVirtualItems();
  const before = items[0]?.start ?? 0;
  const after = virtualizer.getTotalSize() - (items.at(-1)?.end ?? 0);
  const minWidth = columns.reduce((sum, { width }) => sum + width, expand ? 36 : 0);

  const sortOf = (id: string): 'asc' | 'desc' | null => {
    if (remoteSort) return remoteSort.sort === id ? remoteSort.direction : null;
    const entry = localSort.find(sort => sort.id === id);
    return entry ? (entry.desc ? 'desc' : 'asc') : null;
  };
  const toggleSort = (id: string) => {
    const direction = sortOf(id) === 'asc' ? 'desc' : 'asc';
    if (remoteSort) remoteSort.onSort(id, direction);
    else setLocalSort([{ id, desc: direction === 'desc' }]);
  };
  const isSortable = (id: string) => remoteSort?.columns.includes(id) ?? isLocal;

  return (
    <Box
      ref={scroller}
      className="surface data-table"
      tabIndex={0}
      role="region"
      aria-label={`${label}, scrollable`}
    >
      <table
        aria-label={label}
        data-pinned={isPinned ? (expand ? 'second' : 'first') : undefined}
        aria-rowcount={sorted.length + 1}
        style={{ minWidth, tableLayout: 'fixed' }}
      >
        <colgroup>
          {expand && <col style={{ width: 36 }} />}
          {columns.map(({ id, width }) => (
            <col key={id} style={{ width }} />
          ))}
        </colgroup>
        <thead>
          <tr aria-rowindex={1}>
            {expand && (
              <th>
                <span className="hidden-text">Details</span>
              </th>
            )}
            {columns.map(({ id, header, align }) => (
              <th key={id} scope="col" data-align={align} aria-sort={ariaSort(sortOf(id))}>
                {isSortable(id) ? (
                  <UnstyledButton className="sort" onClick={() => toggleSort(id)}>
                    {header}
                    <span aria-hidden="true" className="arrow">
                      {ARROWS[sortOf(id) ?? 'none']}
                    </span>
                  </UnstyledButton>
                ) : (
                  header
                )}
              </th>
            ))}
          </tr>
        </thead>
        {before > 0 && <Spacer height={before} />}
        {items.map(item => {
          const { id, original: row } = sorted[item.index]!;
          const isOpen = open.has(id);
          return (
            <tbody key={id} data-index={item.index} ref={virtualizer.measureElement}>
              <tr aria-rowindex={item.index + 2}>
                {expand && (
                  <td className="opener">
                    <ActionIcon
                      variant="subtle"
                      color="gray"
                      size="sm"
                      aria-expanded={isOpen}
                      aria-label={`All counts of ${rowLabel?.(row) ?? 'this row'}`}
                      style={{ transform: isOpen ? undefined : 'rotate(-90deg)' }}
                      onClick={() => setOpen(toggled(open, id))}
                    >
                      <CaretIcon />
                    </ActionIcon>
                  </td>
                )}
                {columns.map(({ id: column, value, cell, align }) => (
                  <td key={column} data-align={align}>
                    {cell ? cell(row) : String(value(row) ?? '–')}
                  </td>
                ))}
              </tr>
              {isOpen && expand && (
                <tr>
                  <td colSpan={columns.length + 1}>{expand(row)}</td>
                </tr>
              )}
            </tbody>
          );
        })}
        {after > 0 && <Spacer height={after} />}
      </table>
    </Box>
  );
}

function Spacer({ height }: { height: number }) {
  return (
    <tbody aria-hidden="true">
      <tr>
        <td style={{ height, padding: 0, border: 0 }} />
      </tr>
    </tbody>
  );
}

/** The pages of a list that the API cuts. One beyond the end leads to the last. */
export function Pages(props: {
  total: number;
  page: number;
  pageSize: number;
  onPage: (page: number) => void;
}) {
  const { total, pageSize, onPage } = props;
  const pages = Math.max(1, Math.ceil(total / pageSize));
  const page = Math.min(props.page, pages);
  const first = (page - 1) * pageSize + 1;
  const last = Math.min(total, page * pageSize);
  const isBeyond = props.page > pages;
  useEffect(() => {
    if (isBeyond) onPage(pages);
    // Once for each list that is too short: `onPage` is new each time.
  }, [isBeyond, pages]);
  return (
    <Group justify="space-between" gap="xs">
      <Text size="sm" c="dimmed">
        {total === 0 ? 'None' : `${count(first)}–${count(last)} of ${count(total)}`}
      </Text>
      {total > pageSize && (
        <Pagination
          size="sm"
          total={pages}
          value={page}
          onChange={onPage}
          getControlProps={control => ({ 'aria-label': `${control} page` })}
          getItemProps={item => ({ 'aria-label': `Page ${item}` })}
        />
      )}
    </Group>
  );
}

const collator = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' });

/** Null sorts last in ascending order; texts compare as people read them. */
export function compare(a: Value, b: Value): number {
  if (a === b) return 0;
  if (a === null) return 1;
  if (b === null) return -1;
  if (typeof a === 'string' && typeof b === 'string') return collator.compare(a, b);
  return Number(a) - Number(b);
}

function toggled(set: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const copy = new Set(set);
  if (!copy.delete(id)) copy.add(id);
  return copy;
}

function ariaSort(direction: 'asc' | 'desc' | null): 'ascending' | 'descending' | undefined {
  if (direction === null) return undefined;
  return direction === 'asc' ? 'ascending' : 'descending';
}
