/**
 * A whole number.
 * @isInt
 */
export type Count = number;

/** A page of a list. */
export interface Page {
  items: readonly unknown[];
  /** The total number of items. */
  total: Count;
  /** The page number, starting at 1. */
  page: Count;
  /** The max number of items per page. */
  pageSize: Count;
}

/** A page of a list that is counted up to 10,000 items. */
export interface CountedPage extends Page {
  /** The total number of items, at most 10,000. */
  total: Count;
  /** False if there are more items than `total`. */
  isTotalExact: boolean;
}
