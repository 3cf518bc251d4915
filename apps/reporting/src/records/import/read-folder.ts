import { createReadStream } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { FILE_NAMES, isFileName } from './import-file';
import type { RecordSources } from './import-records';

export interface ImportFolder {
  readonly sources: RecordSources;
  readonly bytes: number;
  /** CSV files that are none of an import's: misnamed, perhaps. */
  readonly leftAside: readonly string[];
}

/** The files of a folder; each is opened when its turn comes. @throws Error in a sentence */
export async function readFolder(
  folder: string,
  onBytes: (count: number) => void,
): Promise<ImportFolder> {
  const present = await readdir(folder).catch((cause: unknown) => {
    throw new Error(`${folder} is no folder that can be read.`, { cause });
  });
  const sources: RecordSources = {};
  let bytes = 0;
  for (const name of FILE_NAMES.filter(known => present.includes(known))) {
    const file = path.join(folder, name);
    bytes += (await stat(file)).size;
    sources[name] = () => readFile(file, onBytes);
  }
  const leftAside = present.filter(name => /\.csv$/i.test(name) && !isFileName(name));
  return { sources, bytes, leftAside };
}

async function* readFile(file: string, onBytes: (count: number) => void): AsyncGenerator<Buffer> {
  for await (const chunk of createReadStream(file, { highWaterMark: 256 * 1024 })) {
    onBytes((chunk as Buffer).length);
    yield chunk as Buffer;
  }
}
