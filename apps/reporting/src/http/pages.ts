/** A page that is asked for, and where it begins. */
export interface PageRequest {
  readonly page: number;
  readonly pageSize: number;
  readonly offset: number;
}

const USUAL_SIZE = 25;
const MAX_SIZE = 200;
/** Further than any list goes, and still a number that offsets can be computed of. */
const LAST_PAGE = 1_000_000_000;

/** How far lists that grow for years are counted: an exact count takes a time that grows with them. */
export const MAX_COUNTED = 10_000;

/** What a page says of such a list, of which as many as MAX_COUNTED + 1 were counted. */
export function totalOf(counted: number): { total: number; isTotalExact: boolean } {
  return { total: Math.min(counted, MAX_COUNTED), isTotalExact: counted <= MAX_COUNTED };
}

/** The page that is used: out of range is corrected, not refused (docs/contract/reporting.md, "Format"). */
export function readPage(page = 1, pageSize = USUAL_SIZE): PageRequest {
  const used = {
    page: Math.min(Math.max(page, 1), LAST_PAGE),
    pageSize: Math.min(Math.max(pageSize, 1), MAX_SIZE),
  };
  return { ...used, offset: (used.page - 1) * used.pageSize };
}
