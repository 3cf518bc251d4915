import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { writeNewFile } from '../src';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'services-new-file-'));
});
afterEach(() => rm(folder, { recursive: true }));

test.each(['SIGINT', 'SIGTERM'] as const)('%s leaves no part of a file behind', async signal => {
  const file = path.join(folder, 'records.zip');
  async function* chunks() {
    yield 'the first';
    process.emit(signal);
    yield 'and more';
    await Promise.resolve();
  }
  await expect(writeNewFile(file, chunks())).rejects.toThrow('Interrupted; nothing was written.');
  expect(existsSync(file)).toBe(false);
  expect(process.listenerCount(signal)).toBe(0);
});
