import { open, stat } from 'node:fs/promises';
import path from 'node:path';
import { isFileName } from '../../records/import-file';
import { type ImportFolder, readFolder } from '../read-folder';
import { type InputBounds, openRecords } from './open-records';

/** How many times its own bound a file may have unpacked. */
export const UNPACKED = 10;

export interface OpenInput extends ImportFolder {
  readonly close: () => Promise<void>;
}

/** A folder, a zip archive, a workbook or one table. @throws Error in a sentence; ImportRefused */
export async function openPath(from: string, bounds: InputBounds): Promise<OpenInput> {
  const isFile = await stat(from).then(
    found => found.isFile(),
    () => false,
  );
  if (!isFile) return { ...(await readFolder(from)), close: () => Promise.resolve() };
  const file = await open(from);
  try {
    const name = path.basename(from);
    const records = await openRecords(file.fd, isFileName(name) ? name : null, bounds);
    return { ...records, close: () => file.close() };
  } catch (error) {
    await file.close();
    if (error instanceof Error) error.message = `${from}: ${error.message}`;
    throw error;
  }
}
