/** A page of a list. */
export interface Page {
  items: readonly unknown[];
  /**
   * The total number of items.
   * @isInt
   */
  total: number;
  /**
   * The page number, starting at 1.
   * @isInt
   */
  page: number;
  /**
   * The max number of items per page.
   * @isInt
   */
  pageSize: number;
}
