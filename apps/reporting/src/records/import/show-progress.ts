import type { ImportProgress } from './import-records';

export interface ProgressDisplay extends ImportProgress {
  /** So many more bytes have been read. */
  bytes(count: number): void;
  end(): void;
}

const WIDTH = 30;
const INTERVAL = 100;

/**
 * A bar on a terminal, which is drawn over itself, or the step alone where nobody knows how much there is to
 * read; elsewhere a line for every step.
 */
export function showProgress(out: NodeJS.WriteStream, totalBytes: () => number): ProgressDisplay {
  return out.isTTY ? bar(out, totalBytes) : lines(out);
}

function lines(out: NodeJS.WriteStream): ProgressDisplay {
  return {
    say: message => void out.write(`${message}\n`),
    read: () => undefined,
    bytes: () => undefined,
    end: () => undefined,
  };
}

function bar(out: NodeJS.WriteStream, totalBytes: () => number): ProgressDisplay {
  let done = 0;
  let drawnAt = 0;
  const draw = (message: string) => {
    const shown = totalBytes() === 0 ? message : `${filledBar(done / totalBytes())}  ${message}`;
    out.write(`\r\x1b[K${shown.slice(0, out.columns - 1)}`);
    drawnAt = Date.now();
  };
  return {
    say: draw,
    read(file, rows) {
      if (Date.now() - drawnAt >= INTERVAL) draw(`${file}: ${rows.toLocaleString('en')} rows`);
    },
    bytes(count) {
      done += count;
    },
    end: () => void out.write('\r\x1b[K'),
  };
}

function filledBar(share: number): string {
  const percent = Math.floor(Math.min(1, share) * 100);
  const filled = Math.round((percent * WIDTH) / 100);
  return `[${'#'.repeat(filled)}${'-'.repeat(WIDTH - filled)}] ${percent} %`;
}
