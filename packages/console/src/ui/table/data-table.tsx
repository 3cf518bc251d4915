import { t } from '@lingui/core/macro';
import { Box, Group, Text, VisuallyHidden } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { Copy, Printer } from 'lucide-react';
import { type ReactNode, useEffect, useEffectEvent, useLayoutEffect, useState } from 'react';
import { count, Dimmed } from '../../text/format';
import { type Column, type Order, type Sorting, useSorted } from './columns';
import { HeadCell } from './head-cell';
import { MAX_PRINTED, TableAction, toTabSeparated, usePrinting } from './table-actions';
import { type Expansion, TableRows, VirtualRows } from './table-rows';

export interface DataTableProps<Row> {
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowId: (row: Row) => string;
  /** The total number of rows, and the number before these, if `rows` is only a page of them. */
  total?: number;
  offset?: number;
  /** How the API sorts the rows; null if they cannot be sorted. By default, they are sorted here. */
  sorting?: Sorting | null | undefined;
  order?: Order;
  /** Keeps the first column visible when the table is scrolled horizontally. */
  isPinned?: boolean;
  expansion?: Expansion<Row>;
  fetchRows?: ((max: number) => Promise<readonly Row[]>) | undefined;
  caption?: ReactNode;
}

const VIRTUAL_FROM = 200;

export function DataTable<Row extends object>(props: DataTableProps<Row>) {
  const { label, columns, rows, rowId, isPinned = false, expansion, caption, offset = 0 } = props;
  const [scroller, setScroller] = useState<HTMLElement | null>(null);
  const isVirtual = rows.length >= VIRTUAL_FROM;
  useRest(scroller, isVirtual);
  const { sorted, ...local } = useSorted(rows, columns, props.order);
  const { sorting = local.sorting } = props;
  const { copied, copy } = useClipboard();
  const { printed, print, isPreparing } = usePrinting(sorted, props.fetchRows);
  const total = props.total ?? rows.length;
  const rowsProps = { columns, rowId, expansion };
  const minWidth = columns.reduce((sum, { width }) => sum + width, expansion ? 36 : 0);
  return (
    <Box>
      <Group justify="space-between" align="flex-end" gap="xs" mb={4}>
        <Dimmed component="div" role="status">
          {caption}
        </Dimmed>
        <Group gap={4} className="no-print">
          {/* Formatted only on click, because a table can have 50,000 rows. */}
          <TableAction
            icon={Copy}
            title={t`Copy the rows for a spreadsheet`}
            onClick={() => copy(toTabSeparated(columns, sorted))}
          >
            {copied ? t`Copied` : t`Copy`}
          </TableAction>
          <TableAction icon={Printer} loading={isPreparing} onClick={() => print()}>
            {t`Print`}
          </TableAction>
        </Group>
      </Group>
      <Box
        ref={setScroller}
        className="surface data-table"
        tabIndex={0}
        role="region"
        aria-label={t`${label}, scrollable`}
      >
        <table
          aria-label={label}
          data-pinned={isPinned ? (expansion ? 'second' : 'first') : undefined}
          aria-rowcount={total + 1}
          style={{ minWidth }}
        >
          <colgroup>
            {expansion && <col style={{ width: 36 }} />}
            {columns.map(({ id, width }) => (
              <col key={id} style={{ width }} />
            ))}
          </colgroup>
          <thead>
            <tr aria-rowindex={1}>
              {expansion && (
                <th className="opener">
                  <VisuallyHidden>{t`Details`}</VisuallyHidden>
                </th>
              )}
              {columns.map(({ id, header, align, isScreenOnly }) => (
                <HeadCell
                  key={id}
                  header={header}
                  data-align={align}
                  className={isScreenOnly && 'no-print'}
                  direction={sorting?.id === id ? sorting.direction : null}
                  onSort={sorting?.isSortable(id) === true && (next => sorting.onSort(id, next))}
                />
              ))}
            </tr>
          </thead>
          {printed !== null || !isVirtual ? (
            <TableRows {...rowsProps} rows={printed ?? sorted} offset={printed ? 0 : offset} />
          ) : (
            <VirtualRows {...rowsProps} rows={sorted} scroller={scroller} />
          )}
        </table>
      </Box>
      {printed !== null && printed.length < total && (
        <Text size="sm" mt="xs">
          {leftOut(printed.length, total)}
        </Text>
      )}
    </Box>
  );
}

function leftOut(printed: number, total: number): string {
  const rows = t`These are ${count(printed)} of ${count(total)} rows.`;
  return printed >= MAX_PRINTED
    ? t`${rows} A print has at most ${count(MAX_PRINTED)}.`
    : t`${rows} The table’s “Print” button prints the other pages, too.`;
}

/** In pixels. A lower table would show too few rows to scroll through. */
const MIN_HEIGHT = 300;

/**
 * Sets `--rest`, the max height of a table. If the window has enough space below the content above the table, only the
 * table scrolls. Otherwise the page scrolls, unless the table is long and therefore virtualized.
 */
function useRest(scroller: HTMLElement | null, isLong: boolean): void {
  const measure = useEffectEvent(() =>
    scroller?.style.setProperty('--rest', restOf(scroller, isLong)),
  );
  useLayoutEffect(() => measure());
  // Content above the table can change independently, such as when a chart is loaded.
  useEffect(() => {
    let frame = 0;
    const measureLater = () => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(() => measure());
    };
    const observer = new ResizeObserver(measureLater);
    const page = document.getElementById('content')?.lastElementChild;
    if (page) observer.observe(page);
    window.addEventListener('resize', measureLater);
    return () => {
      cancelAnimationFrame(frame);
      observer.disconnect();
      window.removeEventListener('resize', measureLater);
    };
  }, []);
}

function restOf(scroller: HTMLElement, isLong: boolean): string {
  const { top, bottom } = scroller.getBoundingClientRect();
  const rest = Math.floor(window.innerHeight - (top + window.scrollY) - heightBelow(bottom));
  if (rest >= MIN_HEIGHT) return `${rest}px`;
  return isLong ? `max(${MIN_HEIGHT}px, 100dvh - 120px)` : 'none';
}

/** Returns the height of the content below the table, including the page's padding. */
function heightBelow(bottom: number): number {
  const content = document.getElementById('content');
  if (content === null) return 0;
  const end = content.lastElementChild?.getBoundingClientRect().bottom ?? bottom;
  return end - bottom + (Number.parseFloat(getComputedStyle(content).paddingBottom) || 0);
}
