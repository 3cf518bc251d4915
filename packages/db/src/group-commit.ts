interface Waiting<Item, Result> {
  readonly item: Item;
  readonly resolve: (result: Result | Promise<Result>) => void;
  readonly reject: (error: unknown) => void;
}

const MAX_BATCH = 500;

/**
 * Items that arrive during a run form the next batch, so that a single statement serves them all. An item that arrives
 * while idle runs immediately.
 */
export class GroupCommit<Item, Result> {
  private readonly waiting: Waiting<Item, Result>[] = [];
  private isRunning = false;

  /** @param run returns the result or the error of each item by index, or a promise for it */
  constructor(
    private readonly run: (
      items: readonly Item[],
    ) => Promise<readonly (Result | Error | Promise<Result>)[]>,
    private readonly onIdle?: () => void,
  ) {}

  /** Resolves with the item's result; rejects with its own error or that of the run. */
  submit(item: Item): Promise<Result> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ item, resolve, reject });
      if (!this.isRunning) void this.drain();
    });
  }

  private async drain(): Promise<void> {
    this.isRunning = true;
    while (this.waiting.length > 0) {
      const batch = this.waiting.splice(0, MAX_BATCH);
      try {
        const results = await this.run(batch.map(({ item }) => item));
        for (const [index, { resolve, reject }] of batch.entries()) {
          const result = results[index]!;
          if (result instanceof Error) reject(result);
          else resolve(result);
        }
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }
    this.isRunning = false;
    this.onIdle?.();
  }
}
