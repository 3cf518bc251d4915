/** Repeats a step until one handles fewer rows than `least`: none holds its locks for long. Returns their number. */
export async function inSlices(
  step: () => Promise<number>,
  signal?: AbortSignal,
  least = 1,
): Promise<number> {
  let total = 0;
  for (;;) {
    const handled = await step();
    total += handled;
    if (handled < least) return total;
    signal?.throwIfAborted();
  }
}
