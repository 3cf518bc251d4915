export interface SliceOptions {
  /** Rows of a whole slice; default: one row is enough for another slice. */
  readonly size?: number;
  /** Ends between two slices. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Repeats a step until one handles less than a slice, so that none holds its locks for long.
 * Returns how many rows all of them handled. @throws what the step throws; the reason of the signal
 */
export async function inSlices(
  step: () => Promise<number>,
  { size = 1, signal }: SliceOptions = {},
): Promise<number> {
  let total = 0;
  for (;;) {
    const handled = await step();
    total += handled;
    if (handled < size) return total;
    signal?.throwIfAborted();
  }
}
