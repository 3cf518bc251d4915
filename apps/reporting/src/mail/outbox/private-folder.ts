import { chmod, mkdir, readdir, stat } from 'node:fs/promises';
import path from 'node:path';

/**
 * Emails contain password links, so only the owner can access the folder, even if it already exists.
 * @throws Error if others can access it and it contains anything else: it may be `/` or `/tmp`
 */
export async function makePrivateFolder(folder: string): Promise<void> {
  await makeFolder(folder);
  if (((await stat(folder)).mode & 0o777) === 0o700) return;
  const other = (await readdir(folder)).find(name => !/^\.|\.eml(\.part)?$/.test(name));
  if (other !== undefined) throw new Error(`It contains ${other}, which is not an email.`);
  await chmod(folder, 0o700);
}

/** Where no folder can be created, such as in /proc, a recursive mkdir of Node.js never returns. */
async function makeFolder(folder: string): Promise<void> {
  const options = { mode: 0o700 };
  try {
    await mkdir(folder, options);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') return;
    if (code !== 'ENOENT') throw error;
    await makeFolder(path.dirname(folder));
    await mkdir(folder, options);
  }
}
