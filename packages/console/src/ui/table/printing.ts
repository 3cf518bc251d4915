import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';

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
