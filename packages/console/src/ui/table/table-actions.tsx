import { t } from '@lingui/core/macro';
import { Button, type ButtonProps } from '@mantine/core';
import { useWindowEvent } from '@mantine/hooks';
import type { LucideIcon } from 'lucide-react';
import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { Icon } from '../icons';
import { useChange } from '../notices';
import type { Column, Value } from './columns';

/** A button above a table. */
export function TableAction(
  props: ButtonProps & { icon: LucideIcon; title?: string; onClick: () => void },
) {
  const { icon, ...button } = props;
  const look = { size: 'compact-sm', variant: 'subtle', color: 'gray' };
  return <Button {...look} leftSection={<Icon of={icon} size={16} />} {...button} />;
}

/** Formats a table as tab-separated text, which can be pasted into spreadsheets. */
export function toTabSeparated<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): string {
  const lines = [
    columns.map(({ header }) => header),
    ...rows.map(row => columns.map(({ value }) => toCell(value(row)))),
  ];
  return lines.map(cells => cells.join('\t')).join('\n');
}

/** Where a spreadsheet may find a formula, as in files. */
const FORMULAS = /[,;|\t\r\n\v\f\u0085\u2028\u2029](?=[=+\-@＝＋－＠])|^(?=[=+\-@＝＋－＠\t\r])/g;

/** Disarms text that a spreadsheet would read as a formula with apostrophes, as in files. */
function toCell(value: Value): string {
  if (value === null) return '';
  if (typeof value === 'boolean') return value ? t`Yes` : t`No`;
  if (typeof value === 'number') return String(value);
  const guarded = value.replace(FORMULAS, "$&'");
  const text = guarded.replace(/[\t\r\n]+/g, ' ');
  return guarded === value || guarded.startsWith("'") ? text : `'${text}`;
}

export const MAX_PRINTED = 2_000;

/** Prints all rows up to a limit, while the screen only contains visible ones. */
export function usePrinting<Row>(
  rows: readonly Row[],
  fetchRows: ((max: number) => Promise<readonly Row[]>) | undefined,
) {
  /** The rows to print; null unless the browser is printing. */
  const [printed, setPrinted] = useState<readonly Row[] | null>(null);
  /** Fetches all rows if the table only has a page of them. Then, the browser's dialog opens. */
  const fetching = useChange({ mutationFn: async () => (await fetchRows?.(MAX_PRINTED)) ?? rows });
  const { data: fetched, mutate: print, isPending: isPreparing, reset } = fetching;
  useWindowEvent('beforeprint', () =>
    flushSync(() => setPrinted((fetched ?? rows).slice(0, MAX_PRINTED))),
  );
  useWindowEvent('afterprint', () => {
    setPrinted(null);
    reset();
  });
  useEffect(() => {
    if (fetched === undefined) return;
    // Outside the effect, where React would not render the rows before printing.
    const timer = setTimeout(() => window.print());
    return () => clearTimeout(timer);
  }, [fetched]);
  return { printed, print, isPreparing };
}
