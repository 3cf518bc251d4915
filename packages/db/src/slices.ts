/** Repeats a step until one handles nothing: none holds its locks for long. Returns how many rows they handled. */
export async function inSlices(step: () => Promise<number>, signal?: AbortSignal): Promise<number> {
  let total = 0;
  for (;;) {
    const handled = await step();
    total += handled;
    if (handled === 0) return total;
    signal?.throwIfAborted();
  }
}
