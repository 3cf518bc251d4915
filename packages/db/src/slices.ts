/** Repeats `step`, so that locks are short, until it handles fewer than `min` rows. Returns the total. */
export async function inSlices(
  step: () => Promise<number>,
  signal?: AbortSignal,
  min = 1,
): Promise<number> {
  let total = 0;
  for (;;) {
    const handled = await step();
    total += handled;
    if (handled < min) return total;
    signal?.throwIfAborted();
  }
}
