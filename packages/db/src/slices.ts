export interface SliceOptions {
  /** Rows of a whole slice; default: one row is enough for another slice. */
  readonly size?: number;
  readonly signal?: AbortSignal | undefined;
}

/** Repeats a step until one handles less than a slice: none holds its locks for long. Returns how many rows they handled. */
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
