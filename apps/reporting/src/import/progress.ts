import type { FileName } from '../records/import-file';

export interface ImportProgress {
  /** A message outside the steps, such as waiting. */
  message(text: string): void;
  begin(step: string, file?: FileName): void;
  advance(rows: number): void;
  /** The exact number of rows, once known. */
  expect(rows: number): void;
}

const WIDTH = 30;
const REDRAW_MS = 100;
const LINE_EVERY_MS = 10_000;

/**
 * Shows how many of `rows` are done: a bar on a terminal, elsewhere a line per step and one every ten seconds.
 * Every row goes through as many `passes`: reading, checking, importing, and what comes after.
 */
export function showProgress(
  out: NodeJS.WriteStream,
  { rows, passes = 3 }: { rows: number; passes?: number },
): Display {
  return new Display(out, rows, passes);
}

class Display implements ImportProgress {
  #total: number;
  #done = 0;
  #step = '';
  #shown = '';
  #shownAt = 0;

  constructor(
    private readonly out: NodeJS.WriteStream,
    rows: number,
    private readonly passes: number,
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
    const interval = isTTY ? REDRAW_MS : LINE_EVERY_MS;
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
    const filled = Math.round((this.percent * WIDTH) / 100);
    const bar = `[${'#'.repeat(filled)}${'-'.repeat(WIDTH - filled)}] ${this.percent} %  ${this.#shown}`;
    this.out.write(`\r\x1b[K${bar.slice(0, (this.out.columns || 80) - 1)}`);
    this.#shownAt = Date.now();
  }

  private print(text: string): void {
    this.out.write(`${text}\n`);
    this.#shownAt = Date.now();
  }
}
