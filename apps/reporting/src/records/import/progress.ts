import type { FileName } from './import-file';

export interface ImportProgress {
  /** A message outside the steps, such as waiting. */
  say(message: string): void;
  begin(step: string, file?: FileName): void;
  advance(rows: number): void;
  /** The exact number of rows, once known. */
  expect(rows: number): void;
}

export const SILENT: ImportProgress = {
  say: () => undefined,
  begin: () => undefined,
  advance: () => undefined,
  expect: () => undefined,
};

/** Reports to two at once. */
export function both(one: ImportProgress, other: ImportProgress): ImportProgress {
  return {
    say(message) {
      one.say(message);
      other.say(message);
    },
    begin(step, file) {
      one.begin(step, file);
      other.begin(step, file);
    },
    advance(rows) {
      one.advance(rows);
      other.advance(rows);
    },
    expect(rows) {
      one.expect(rows);
      other.expect(rows);
    },
  };
}

export interface ProgressDisplay extends ImportProgress {
  end(): void;
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
): ProgressDisplay {
  let total = rows * passes;
  let done = 0;
  let step = '';
  let shown = '';
  let shownAt = 0;
  const percent = () => Math.min(99, Math.floor((100 * done) / Math.max(1, total)));
  const draw = () => {
    const filled = Math.round((percent() * WIDTH) / 100);
    const bar = `[${'#'.repeat(filled)}${'-'.repeat(WIDTH - filled)}] ${percent()} %  ${shown}`;
    out.write(`\r\x1b[K${bar.slice(0, (out.columns || 80) - 1)}`);
    shownAt = Date.now();
  };
  const print = (text: string) => {
    out.write(`${text}\n`);
    shownAt = Date.now();
  };
  const { isTTY } = out;
  return {
    say: message => (isTTY ? out.write(`\r\x1b[K${message}\n`) : print(message)),
    begin(next, file) {
      const isNew = next !== step;
      step = next;
      shown = file ? `${next}: ${file}` : next;
      if (isTTY) draw();
      else if (isNew) print(`${next}.`);
    },
    advance(count) {
      done += count;
      const interval = isTTY ? REDRAW_MS : LINE_EVERY_MS;
      if (Date.now() - shownAt < interval) return;
      if (isTTY) draw();
      else print(`${shown}, ${percent()} % of all.`);
    },
    expect(count) {
      total = count * passes;
    },
    end() {
      if (isTTY) out.write('\r\x1b[K');
    },
  };
}
