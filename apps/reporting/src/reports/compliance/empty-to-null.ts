/** A list that is empty or null was not given (decisions-reporting, "Wire format"): null. */
export function emptyToNull<Item>(
  list: readonly Item[] | null | undefined,
): readonly Item[] | null {
  return list && list.length > 0 ? list : null;
}
