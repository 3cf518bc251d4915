import { ActionIcon } from '@mantine/core';
import { useSet } from '@mantine/hooks';
import { useVirtualizer } from '@tanstack/react-virtual';
import { ChevronDown } from 'lucide-react';
import { memo, type ReactNode, type Ref, useCallback } from 'react';
import { Icon } from '../icons';
import type { Column } from './columns';

const ROW_HEIGHT = 37;
/** The assumed size before the table is measured, because an empty table would shift the content below it. */
const FIRST_RECT = { width: 0, height: 600 };

interface RowsProps<Row> {
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly rowId: (row: Row) => string;
  /** Details shown below a row when it is expanded. */
  readonly expansion?: Expansion<Row> | undefined;
}

export interface Expansion<Row> {
  /** The accessible name of the button, such as `Details of Ada Lovelace`. */
  readonly label: (row: Row) => string;
  readonly content: (row: Row) => ReactNode;
}

/** Renders all rows; `offset` is the number of rows on earlier pages. */
export function TableRows<Row>(props: RowsProps<Row> & { offset: number }) {
  const { rows, offset, ...rest } = props;
  const renderRow = useRenderRow(rest);
  return rows.map((row, index) => renderRow(row, offset + index));
}

/** Renders only visible rows, so that 50,000 scroll as smoothly as fifty. */
export function VirtualRows<Row>(props: RowsProps<Row> & { scroller: HTMLElement | null }) {
  const { rows, scroller, ...rest } = props;
  const renderRow = useRenderRow(rest);
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller,
    initialRect: FIRST_RECT,
    estimateSize: () => ROW_HEIGHT,
    getItemKey: index => rest.rowId(rows[index]!),
    overscan: 8,
    // Renders and lays out in separate frames; both in one would be a long task.
    useFlushSync: false,
  });
  const items = virtualizer.getVirtualItems();
  return (
    <>
      <Spacer height={items[0]?.start ?? 0} />
      {items.map(({ index }) => renderRow(rows[index]!, index, virtualizer.measureElement))}
      <Spacer height={virtualizer.getTotalSize() - (items.at(-1)?.end ?? 0)} />
    </>
  );
}

/** Returns a function that renders a row, and remembers which rows are expanded. */
function useRenderRow<Row>({ columns, rowId, expansion }: Omit<RowsProps<Row>, 'rows'>) {
  const open = useSet<string>();
  const toggle = useCallback((id: string) => open.delete(id) || open.add(id), [open]);
  return (row: Row, index: number, ref?: Ref<HTMLTableSectionElement>) => {
    const id = rowId(row);
    return (
      <TableRow
        key={id}
        {...{ columns, row, index, expansion, ref }}
        rowId={id}
        isOpen={open.has(id)}
        onToggle={toggle}
      />
    );
  };
}

interface RowProps<Row> extends Pick<RowsProps<Row>, 'columns' | 'expansion'> {
  row: Row;
  rowId: string;
  index: number;
  isOpen: boolean;
  onToggle: (rowId: string) => unknown;
  ref?: Ref<HTMLTableSectionElement>;
}

/**
 * Each row is a `tbody`, which is measured with its details. Memoized, so that only new rows render during scrolling.
 */
const TableRow = memo(function TableRow<Row>(props: RowProps<Row>) {
  const { columns, row, rowId, index, expansion, isOpen, onToggle, ref } = props;
  return (
    <tbody data-index={index} ref={ref}>
      <tr aria-rowindex={index + 2}>
        {expansion && (
          <td className="opener">
            <ActionIcon
              variant="subtle"
              color="gray"
              size="sm"
              aria-expanded={isOpen}
              aria-label={expansion.label(row)}
              style={{ transform: isOpen ? undefined : 'rotate(-90deg)' }}
              onClick={() => onToggle(rowId)}
            >
              <Icon of={ChevronDown} size={14} />
            </ActionIcon>
          </td>
        )}
        {columns.map(({ id, header, value, cell, align, isScreenOnly }) => (
          <td
            key={id}
            data-align={align}
            data-label={header}
            className={isScreenOnly && 'no-print'}
          >
            {typeof cell === 'function' ? cell(row) : inCell(String(value(row) ?? '–'), cell)}
          </td>
        ))}
      </tr>
      {isOpen && expansion && (
        <tr>
          <td colSpan={columns.length + 1} className="expansion">
            <div>{expansion.content(row)}</div>
          </td>
        </tr>
      )}
    </tbody>
  );
}) as <Row>(props: RowProps<Row>) => ReactNode;

function inCell(text: string, long: 'lines' | undefined): ReactNode {
  return <span {...(long === 'lines' ? { className: 'whole' } : { title: text })}>{text}</span>;
}

function Spacer({ height }: { height: number }) {
  if (height <= 0) return null;
  return (
    <tbody aria-hidden="true">
      <tr>
        <td style={{ height, padding: 0, border: 0 }} />
      </tr>
    </tbody>
  );
}
