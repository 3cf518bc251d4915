import fs, { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createLog } from '../src/log';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'log-'));
});
afterEach(() => {
  jest.restoreAllMocks();
  rmSync(folder, { recursive: true });
});

test('on a full disk lines are kept up to a limit, and written once there is space', () => {
  const file = path.join(folder, 'log');
  const descriptor = openSync(file, 'w');
  const log = createLog({ service: 'test', level: 'info', to: descriptor });
  const writing = jest.spyOn(fs, 'writeSync').mockImplementation(() => {
    throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
  });
  for (let line = 0; line < 20_000; line++) log.info({ line }, 'full');
  writing.mockRestore();
  log.info('dropped, but writes the others');
  log.info('space again');
  closeSync(descriptor);
  const text = readFileSync(file, 'utf8');
  const lines = text
    .trimEnd()
    .split('\n')
    .map(line => JSON.parse(line) as { msg: string; line?: number });
  expect(text.length).toBeLessThan(1_100_000);
  expect(lines.slice(0, -1).map(({ line }) => line)).toEqual(
    lines.slice(0, -1).map((_, line) => line),
  );
  expect(lines.length).toBeGreaterThan(5_000);
  expect(lines.at(-1)).toMatchObject({ msg: 'space again' });
});
