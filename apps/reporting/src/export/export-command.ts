import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { printResult, writeNewFile } from '@platform/service';
import { Command } from 'commander';
import { findOrganizationId } from '../identity/organizations/organizations';
import type { WithTools } from '../main/config';
import { type Export, recordsXlsx, recordsZip, writeFiles } from './write-records';

/** `export FOLDER|FILE`. */
export function exportCommand(withTools: WithTools): Command {
  return new Command('export')
    .description("write organizations' records as import reads them")
    .argument('<target>', 'a folder for CSV files, or a file that ends in .zip or .xlsx')
    .option('--company <handle>', 'of this organization alone, with the accounts of its members')
    .option('--json', 'the files that were written as JSON, for scripts')
    .action(
      (target: string, { company, json }: { readonly company?: string; readonly json?: true }) =>
        withTools(async ({ db }) => {
          const organization = company === undefined ? null : await findOrganizationId(db, company);
          const files = await exportTo(target, { db, organization });
          const [only] = files;
          const text =
            only === target
              ? `The records are in ${target}.`
              : `${files.length} files are in ${target}.`;
          printResult({ files }, { json, text });
        }),
    );
}

/** The files that were written. @throws Error in a sentence where something is there already */
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

/** Files get their names when all of them are whole: a part of one would be an import of its own. */
async function writeFolder(folder: string, from: Export): Promise<string[]> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const there = await readdir(folder);
  if (there.length > 0) throw new Error(`${folder} is not empty; name another folder.`);
  const written: string[] = [];
  const partOf = (name: string) => path.join(folder, `.${name}.part`);
  try {
    await writeFiles(from, async (name, pieces) => {
      written.push(name);
      await writeNewFile(partOf(name), pieces);
    });
    for (const name of written) await rename(partOf(name), path.join(folder, name));
  } catch (error) {
    for (const name of written) await rm(partOf(name), { force: true });
    throw error;
  }
  return written.map(name => path.join(folder, name));
}
