/** A requested page and its offset. */
export interface PageRequest {
  readonly page: number;
  readonly pageSize: number;
  readonly offset: number;
  /** Where the previous page ended, in place of an offset. */
  readonly after?: readonly string[];
}

const DEFAULT_SIZE = 25;
const MAX_SIZE = 200;
/** Beyond the end of any list, but small enough to compute offsets. */
const MAX_PAGE = 1_000_000_000;

/** Limits counting of lists that grow for years, because the cost of an exact count grows with them. */
export const MAX_COUNTED = 10_000;

/** Returns the total for such a list, of which up to MAX_COUNTED + 1 items were counted. */
export function totalOf(counted: number): { total: number; isTotalExact: boolean } {
  return { total: Math.min(counted, MAX_COUNTED), isTotalExact: counted <= MAX_COUNTED };
}

/** Clamps values that are out of range (docs/contract/reporting.md, "Format"). */
export function readPage(page = 1, pageSize = DEFAULT_SIZE): PageRequest {
  const used = {
    page: Math.min(Math.max(page, 1), MAX_PAGE),
    pageSize: Math.min(Math.max(pageSize, 1), MAX_SIZE),
  };
  return { ...used, offset: (used.page - 1) * used.pageSize };
}
