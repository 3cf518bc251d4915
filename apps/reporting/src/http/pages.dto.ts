/** A page of a list, which says what its items are. */
export interface Page {
  items: readonly unknown[];
  /**
   * How many there are in all.
   * @isInt
   */
  total: number;
  /**
   * The page that this is, from 1.
   * @isInt
   */
  page: number;
  /**
   * How many a page holds at most.
   * @isInt
   */
  pageSize: number;
}
