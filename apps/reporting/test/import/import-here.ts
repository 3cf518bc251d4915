import { mkdtemp, open, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readPage } from '../../src/http/pages';
import type { Organization } from '../../src/http/principal';
import { ImportRefused } from '../../src/import/faults';
import type { ImportOptions } from '../../src/import/import-options';
import { importRecords } from '../../src/import/import-records';
import { openUpload } from '../../src/import/lists/record-list';
import { findSource } from '../../src/import/lists/sources';
import { findRun, findUndoable, listRuns } from '../../src/import/runs/import-runs';
import type { ImportRunDetails } from '../../src/import/runs/import-runs.dto';
import type { TestApp } from '../start-test-app';
import { type Folder, sourcesOf } from './test-folder';

type Company = Pick<Organization, 'id' | 'uuid' | 'handle'>;

/**
 * Imports files like an operator's upload, bound to an organization unless it is null, but in this process, because an
 * upload starts another. Returns the run as the API does.
 */
export function importHere(
  service: TestApp,
  company: Company | null,
  files: Folder,
  options?: Partial<ImportOptions>,
): Promise<ImportRunDetails> {
  return importInto(service, company, sourcesOf(files), options);
}

/** Imports a list of an organization in the same way. */
export async function importListHere(
  service: TestApp,
  company: Company,
  list: { readonly source: string; readonly name: string; readonly body: Buffer | string },
  options?: Partial<ImportOptions>,
): Promise<ImportRunDetails> {
  const { db, config } = service.context;
  const { id, definition } = await findSource(db, company.id, list.source);
  const { timeZone, dateFormat, encoding } = definition;
  const folder = await mkdtemp(path.join(tmpdir(), 'list-'));
  await writeFile(path.join(folder, 'list'), list.body);
  const file = await open(path.join(folder, 'list'));
  try {
    const upload = { list: { id, definition, company }, table: null, name: list.name };
    const reading = { maxBytes: config.importMaxBytes, encoding };
    const { records, ignored } = await openUpload(file.fd, upload, reading);
    const listed = { listSource: list.source, ignored, timeZone, dateFormat, encoding };
    return await importInto(service, company, records, { ...listed, ...options });
  } finally {
    await file.close();
    await rm(folder, { recursive: true });
  }
}

/** Undoes an import in the same way, by default with the rights of an operator. */
export async function undoHere(
  service: TestApp,
  company: Company,
  id: string,
  rights?: Pick<ImportOptions, 'isKeeper' | 'mayGrant'>,
): Promise<ImportRunDetails> {
  const { run: undoes, options } = await findUndoable(service.context.db, id, null);
  return importHere(service, company, {}, { ...options, undoes, ...rights });
}

async function importInto(
  { context: { db, config } }: TestApp,
  company: Company | null,
  records: Parameters<typeof importRecords>[1],
  options?: Partial<ImportOptions>,
): Promise<ImportRunDetails> {
  await importRecords(db, records, {
    source: 'upload',
    startedBy: 'tester',
    isUpload: true,
    beforeDays: config.importBeforeDays,
    companyId: company?.uuid ?? null,
    companies: company ? [company.handle] : [],
    ...options,
  }).catch((error: unknown) => {
    if (!(error instanceof ImportRefused)) throw error;
  });
  const newest = await listRuns(db, company, readPage(1, 1));
  return findRun(db, newest.items[0]!.id, company);
}
