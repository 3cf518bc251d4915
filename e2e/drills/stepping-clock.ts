import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Cleanup } from '../scratch/cleanup.js';

/** Seconds that a clock is set wrong by. */
export const STEPS = [3_600, -3_600, 86_400, -86_400, 400 * 86_400, 0];

/** The time that programs see which are started with `env`; it may be set while they run. */
export function createClock(cleanup: Cleanup) {
  const libraries = ['x86_64-linux-gnu', 'aarch64-linux-gnu'].map(
    machine => `/usr/lib/${machine}/faketime/libfaketimeMT.so.1`,
  );
  const library = libraries.find(file => existsSync(file));
  if (library === undefined) {
    process.stderr.write(
      'Not installed: faketime. On Debian and Ubuntu:\n\n  apt-get install --yes faketime\n',
    );
    process.exit(2);
  }
  const folder = mkdtempSync(path.join(tmpdir(), 'drill-'));
  cleanup.add(() => rmSync(folder, { recursive: true }));
  const file = path.join(folder, 'time');
  const stepBy = (seconds: number) =>
    writeFileSync(file, seconds < 0 ? `${seconds}` : `+${seconds}`);
  stepBy(0);
  return {
    /** From what it is. */
    stepBy,
    stepTo: (time: string) => stepBy(Math.round((Date.parse(time) - Date.now()) / 1_000)),
    env: {
      LD_PRELOAD: library,
      FAKETIME_TIMESTAMP_FILE: file,
      FAKETIME_NO_CACHE: '1',
      // What clocks that never step are for.
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
      TZ: 'UTC',
    },
  };
}
