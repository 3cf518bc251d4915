import type { FileName } from '../records/import-file';

export interface ImportProgress {
  /** Shows a message outside of the steps. */
  message(text: string): void;
  begin(step: string, file?: FileName): void;
  advance(rows: number): void;
  /** Sets the exact number of rows once it is known. */
  expect(rows: number): void;
}

const BAR_WIDTH = 30;
const REDRAW_INTERVAL_MS = 100;
const LINE_INTERVAL_MS = 10_000;

/** Shows progress as a bar on a terminal, or elsewhere as a line per step and every ten seconds. */
export class ProgressDisplay implements ImportProgress {
  #total: number;
  #done = 0;
  #step = '';
  #shown = '';
  #shownAt = 0;

  /** @param passes how often each row is counted: when it is read, checked and imported, and in any further steps */
  constructor(
    private readonly out: NodeJS.WriteStream,
    rows: number,
    private readonly passes = 3,
  ) {
    this.#total = rows * passes;
  }

  message(text: string): void {
    if (this.out.isTTY) this.out.write(`\r\x1b[K${text}\n`);
    else this.print(text);
  }

  begin(step: string, file?: string): void {
    const isNew = step !== this.#step;
    this.#step = step;
    this.#shown = file ? `${step}: ${file}` : step;
    if (this.out.isTTY) this.draw();
    else if (isNew) this.print(`${step}.`);
  }

  advance(rows: number): void {
    this.#done += rows;
    const { isTTY } = this.out;
    const interval = isTTY ? REDRAW_INTERVAL_MS : LINE_INTERVAL_MS;
    if (Date.now() - this.#shownAt < interval) return;
    if (isTTY) this.draw();
    else this.print(`${this.#shown}, ${this.percent} % of all.`);
  }

  expect(rows: number): void {
    this.#total = rows * this.passes;
  }

  end(): void {
    if (this.out.isTTY) this.out.write('\r\x1b[K');
  }

  private get percent(): number {
    return Math.min(99, Math.floor((100 * this.#done) / Math.max(1, this.#total)));
  }

  private draw(): void {
    const filled = Math.round((this.percent * BAR_WIDTH) / 100);
    const bar = `[${'#'.repeat(filled)}${'-'.repeat(BAR_WIDTH - filled)}] ${this.percent} %  ${this.#shown}`;
    this.out.write(`\r\x1b[K${bar.slice(0, (this.out.columns || 80) - 1)}`);
    this.#shownAt = Date.now();
  }

  private print(text: string): void {
    this.out.write(`${text}\n`);
    this.#shownAt = Date.now();
  }
}
