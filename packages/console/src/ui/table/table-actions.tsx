import { t } from '@lingui/core/macro';
import { Button, Group } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { Copy, Printer } from 'lucide-react';
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
  return (
    <Group gap={4} className="no-print">
      <CopyRows toText={toText} />
      <Button
        size="compact-sm"
        variant="subtle"
        color="gray"
        leftSection={<Icon of={Printer} size={16} />}
        loading={isPreparing}
        onClick={print}
      >
        {t`Print`}
      </Button>
    </Group>
  );
}

/** The text is made when the button is pressed: a table can have 50,000 rows. */
function CopyRows({ toText }: { toText: () => string }) {
  const { copied, copy } = useClipboard();
  return (
    <Button
      size="compact-sm"
      variant="subtle"
      color="gray"
      leftSection={<Icon of={Copy} size={16} />}
      title={t`Copy the rows for a spreadsheet`}
      onClick={() => copy(toText())}
    >
      {copied ? t`Copied` : t`Copy`}
    </Button>
  );
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

export interface Printing<Row> {
  /** The rows to print while the browser prints, else null. */
  readonly printed: readonly Row[] | null;
  /** Fetches what is printed where the table has only a page of it, then opens the browser's dialog. */
  readonly print: () => Promise<void>;
  readonly isPreparing: boolean;
}

/** Puts every row on paper, up to a limit, where the screen has only those that are seen. */
export function usePrinting<Row>(
  rows: readonly Row[],
  fetchRows: ((most: number) => Promise<readonly Row[]>) | undefined,
): Printing<Row> {
  const [printed, setPrinted] = useState<readonly Row[] | null>(null);
  const [fetched, setFetched] = useState<readonly Row[] | null>(null);
  const [isPreparing, setIsPreparing] = useState(false);
  useEffect(() => {
    const before = () => flushSync(() => setPrinted((fetched ?? rows).slice(0, MAX_PRINTED)));
    const after = () => {
      setPrinted(null);
      setFetched(null);
    };
    window.addEventListener('beforeprint', before);
    window.addEventListener('afterprint', after);
    return () => {
      window.removeEventListener('beforeprint', before);
      window.removeEventListener('afterprint', after);
    };
  }, [rows, fetched]);
  useEffect(() => {
    if (fetched === null) return;
    // Not within an effect, where React does not put the rows on the page before the browser takes it.
    const timer = setTimeout(() => window.print());
    return () => clearTimeout(timer);
  }, [fetched]);

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
