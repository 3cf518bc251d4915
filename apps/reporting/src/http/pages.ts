export interface PageRequest {
  readonly page: number;
  readonly pageSize: number;
  readonly offset: number;
  /** The sort keys at which the previous page ended, which replace the offset. */
  readonly after?: readonly string[];
}

const DEFAULT_SIZE = 25;
const MAX_SIZE = 200;
/** Beyond the end of any list, but small enough to compute offsets. */
const MAX_PAGE = 1_000_000_000;

/** Limits counting of lists that grow for years, because the cost of an exact count grows with them. */
export const MAX_COUNTED = 10_000;

/** A row of a page, with the total count; a page past the end is one row without an item. */
export type PageRow<Row> = { readonly total: number } & (Row | { readonly id: null });

export interface PageOf<Item> {
  items: Item[];
  total: number;
  page: number;
  pageSize: number;
}

export function pageOf<Row extends object, Item = Row>(
  rows: readonly PageRow<Row>[],
  { page, pageSize }: Pick<PageRequest, 'page' | 'pageSize'>,
  toItem: (row: Row) => Item = row => row as unknown as Item,
): PageOf<Item> {
  const isItem = (row: { readonly id?: unknown }) => row.id !== null;
  const items = rows.flatMap(({ total: _, ...row }) =>
    isItem(row) ? [toItem(row as unknown as Row)] : [],
  );
  return { items, total: rows[0]?.total ?? 0, page, pageSize };
}

/** Converts the rows of a statement that counts up to MAX_COUNTED + 1 items to a page. */
export function countedPageOf<Row extends object, Item>(
  ...given: [...Parameters<typeof pageOf<Row, Item>>]
): PageOf<Item> & { isTotalExact: boolean } {
  const page = pageOf(...given);
  const total = Math.min(page.total, MAX_COUNTED);
  return { ...page, total, isTotalExact: total === page.total };
}

/** Clamps values that are out of range (docs/contract/reporting.md, "Format"). */
export function readPage(page = 1, pageSize = DEFAULT_SIZE): PageRequest {
  const used = {
    page: Math.min(Math.max(page, 1), MAX_PAGE),
    pageSize: Math.min(Math.max(pageSize, 1), MAX_SIZE),
  };
  return { ...used, offset: (used.page - 1) * used.pageSize };
}
