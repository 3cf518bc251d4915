import { readPage } from '../../src/http/pages';
import type { Organization } from '../../src/http/principal';
import { ImportRefused } from '../../src/import/faults';
import type { ImportOptions } from '../../src/import/import-options';
import { importRecords } from '../../src/import/import-records';
import { findRun, listRuns } from '../../src/import/runs/import-runs';
import type { ImportRunDetails } from '../../src/import/runs/import-runs.dto';
import type { TestApp } from '../start-test-app';
import { type Folder, sourcesOf } from './test-folder';

/**
 * Imports files that are bound to an organization like an operator's upload, but in this process, because an upload
 * starts another. Returns the run as the API does.
 */
export async function importHere(
  { context: { db, config } }: Pick<TestApp, 'context'>,
  company: Pick<Organization, 'uuid' | 'handle'>,
  files: Folder,
  options: Partial<ImportOptions> = {},
): Promise<ImportRunDetails> {
  await importRecords(db, sourcesOf(files), {
    source: 'upload',
    startedBy: 'tester',
    isUpload: true,
    beforeDays: config.importBeforeDays,
    companyId: company.uuid,
    companies: [company.handle],
    ...options,
  }).catch((error: unknown) => {
    if (!(error instanceof ImportRefused)) throw error;
  });
  const newest = await listRuns(db, company, readPage(1, 1));
  return findRun(db, newest.items[0]!.id, company);
}
