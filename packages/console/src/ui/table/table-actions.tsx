import { t } from '@lingui/core/macro';
import { Button, type ButtonProps, Group } from '@mantine/core';
import { useClipboard, useWindowEvent } from '@mantine/hooks';
import { Copy, type LucideIcon, Printer } from 'lucide-react';
import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { Icon } from '../icons';
import type { Column, Value } from './columns';

export function TableActions(props: {
  toText: () => string;
  print: () => void;
  isPreparing: boolean;
}) {
  const { toText, print, isPreparing } = props;
  const { copied, copy } = useClipboard();
  return (
    <Group gap={4} className="no-print">
      {/* The text is made when the button is pressed: a table can have 50,000 rows. */}
      <TableAction
        icon={Copy}
        title={t`Copy the rows for a spreadsheet`}
        onClick={() => copy(toText())}
      >
        {copied ? t`Copied` : t`Copy`}
      </TableAction>
      <TableAction icon={Printer} loading={isPreparing} onClick={print}>
        {t`Print`}
      </TableAction>
    </Group>
  );
}

export function TableAction(
  props: ButtonProps & { icon: LucideIcon; title?: string; onClick: () => void },
) {
  const { icon, ...button } = props;
  const look = { size: 'compact-sm', variant: 'subtle', color: 'gray' };
  return <Button {...look} leftSection={<Icon of={icon} size={16} />} {...button} />;
}

/** A table as tab-separated text, which spreadsheets take from the clipboard. */
export function toTabSeparated<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): string {
  const lines = [
    columns.map(({ header }) => header),
    ...rows.map(row => columns.map(({ value }) => toCell(value(row)))),
  ];
  return lines.map(cells => cells.join('\t')).join('\n');
}

/** A text that a spreadsheet would take for a formula is preceded by an apostrophe, as in the files. */
function toCell(value: Value): string {
  if (value === null) return '';
  if (typeof value === 'boolean') return value ? t`Yes` : t`No`;
  if (typeof value === 'number') return String(value);
  const text = value.replace(/[\t\r\n]+/g, ' ');
  return /^[=+\-@]/.test(text) ? `'${text}` : text;
}

/** What a printer is given of a table. */
export const MAX_PRINTED = 2_000;

/** Puts every row on paper, up to a limit, where the screen has only those that are seen. */
export function usePrinting<Row>(
  rows: readonly Row[],
  fetchRows: ((most: number) => Promise<readonly Row[]>) | undefined,
) {
  /** The rows to print while the browser prints. */
  const [printed, setPrinted] = useState<readonly Row[] | null>(null);
  const [fetched, setFetched] = useState<readonly Row[] | null>(null);
  const [isPreparing, setIsPreparing] = useState(false);
  useWindowEvent('beforeprint', () =>
    flushSync(() => setPrinted((fetched ?? rows).slice(0, MAX_PRINTED))),
  );
  useWindowEvent('afterprint', () => {
    setPrinted(null);
    setFetched(null);
  });
  useEffect(() => {
    if (fetched === null) return;
    // Not within an effect, where React does not put the rows on the page before the browser takes it.
    const timer = setTimeout(() => window.print());
    return () => clearTimeout(timer);
  }, [fetched]);

  /** Fetches what is printed where the table has only a page of it, then opens the browser's dialog. */
  const print = async () => {
    setIsPreparing(true);
    try {
      setFetched(fetchRows === undefined ? rows : await fetchRows(MAX_PRINTED));
    } finally {
      setIsPreparing(false);
    }
  };
  return { printed, print, isPreparing };
}
