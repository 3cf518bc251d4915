/** A result, the item's own error, or a later result. */
export type Outcome<Result> =
  | { readonly result: Result }
  | { readonly error: unknown }
  | { readonly later: Promise<Result> };

interface Waiting<Item, Result> {
  readonly item: Item;
  readonly resolve: (result: Result | Promise<Result>) => void;
  readonly reject: (error: unknown) => void;
}

interface Options {
  readonly largestBatch?: number;
  /** Called whenever nothing runs and nothing waits. */
  readonly onIdle?: () => void;
}

/**
 * Items that arrive during a run form the next one, so that a single statement serves all of them; an item
 * that arrives while nothing runs is run at once. `run` returns the outcome of each item by its index.
 */
export class GroupCommit<Item, Result> {
  private waiting: Waiting<Item, Result>[] = [];
  private isRunning = false;

  constructor(
    private readonly run: (items: readonly Item[]) => Promise<readonly Outcome<Result>[]>,
    private readonly options: Options = {},
  ) {}

  /** Resolves with the item's result; rejects with the item's own error, or the run's. */
  submit(item: Item): Promise<Result> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ item, resolve, reject });
      if (!this.isRunning) void this.drain();
    });
  }

  private async drain(): Promise<void> {
    const { largestBatch = 500, onIdle } = this.options;
    this.isRunning = true;
    while (this.waiting.length > 0) {
      const batch = this.waiting.splice(0, largestBatch);
      try {
        const outcomes = await this.run(batch.map(({ item }) => item));
        batch.forEach((member, index) => settle(member, outcomes[index]!));
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }
    this.isRunning = false;
    onIdle?.();
  }
}

function settle<Item, Result>(member: Waiting<Item, Result>, outcome: Outcome<Result>): void {
  if ('error' in outcome) member.reject(outcome.error);
  else member.resolve('later' in outcome ? outcome.later : outcome.result);
}
