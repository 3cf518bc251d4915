/** What became of one item: its result, or the error that it alone gets. */
export type Outcome<Result> = { readonly result: Result } | { readonly error: unknown };

interface Waiting<Item, Result> {
  readonly item: Item;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Items that arrive while a run is under way form the next one, so that a single statement serves all
 * of them: the busier the service, the larger the batch. An item that finds nothing under way runs at
 * once, alone, and pays nothing for it.
 *
 * `run` answers each item by its index. Nobody is answered before the run that took the item has ended.
 */
export class GroupCommit<Item, Result> {
  private waiting: Waiting<Item, Result>[] = [];
  private isRunning = false;

  constructor(
    private readonly run: (items: readonly Item[]) => Promise<readonly Outcome<Result>[]>,
    private readonly largestBatch = 500,
  ) {}

  /** Resolves with what the item's run answered; rejects with the item's own error, or the run's. */
  submit(item: Item): Promise<Result> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ item, resolve, reject });
      if (!this.isRunning) void this.drain();
    });
  }

  private async drain(): Promise<void> {
    this.isRunning = true;
    while (this.waiting.length > 0) {
      const batch = this.waiting.splice(0, this.largestBatch);
      try {
        const outcomes = await this.run(batch.map(({ item }) => item));
        batch.forEach((member, index) => settle(member, outcomes[index]!));
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }
    this.isRunning = false;
  }
}

function settle<Item, Result>(member: Waiting<Item, Result>, outcome: Outcome<Result>): void {
  if ('error' in outcome) member.reject(outcome.error);
  else member.resolve(outcome.result);
}
