import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { Command, type CommandUnknownOpts } from '@commander-js/extra-typings';
import { printResult, writeNewFile } from '@platform/service';
import { requireOrganizationId } from '../identity/organizations/organizations';
import type { WithTools } from '../main/config';
import { type Export, recordsXlsx, recordsZip, writeFiles } from './write-records';

/** `export FOLDER|FILE`. */
export function exportCommand(withTools: WithTools): CommandUnknownOpts {
  return new Command('export')
    .description('write records in the format that import reads')
    .argument('<target>', 'a folder for CSV files, or a .zip or .xlsx file')
    .option('--company <handle>', "only this organization, with its members' accounts")
    .option('--json', 'print the names of the written files as JSON')
    .action((target, { company, json }) =>
      withTools(async ({ db }) => {
        const organization =
          company === undefined ? null : await requireOrganizationId(db, company);
        const files = await exportTo(target, { db, organization });
        const [only] = files;
        const text =
          only === target
            ? `Wrote the records to ${target}.`
            : `Wrote ${files.length} files to ${target}.`;
        printResult({ files }, { json, text });
      }),
    );
}

/** Returns the written files. @throws Error if the file exists or the folder is not empty */
async function exportTo(target: string, from: Export): Promise<string[]> {
  switch (path.extname(target).toLowerCase()) {
    case '.zip':
      await writeNewFile(target, recordsZip(from));
      return [target];
    case '.xlsx':
      await writeNewFile(target, recordsXlsx(from));
      return [target];
    default:
      return writeFolder(target, from);
  }
}

/** Renames the files once all are complete, because a partial file could be imported. */
async function writeFolder(folder: string, from: Export): Promise<string[]> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const existing = await readdir(folder);
  if (existing.length > 0) throw new Error(`${folder} is not empty; choose a different folder.`);
  const written: string[] = [];
  const partOf = (name: string) => path.join(folder, `.${name}.part`);
  try {
    await writeFiles(from, async (name, chunks) => {
      written.push(name);
      await writeNewFile(partOf(name), chunks);
    });
    for (const name of written) await rename(partOf(name), path.join(folder, name));
  } catch (error) {
    for (const name of written) await rm(partOf(name), { force: true });
    throw error;
  }
  return written.map(name => path.join(folder, name));
}
