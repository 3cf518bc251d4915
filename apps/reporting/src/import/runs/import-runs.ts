import { type Database, inSlices, query, readStatements, stream } from '@platform/db';
import { writeTable } from '../../export/write-records';
import { type PageOf, type PageRequest, type PageRow, pageOf, readPage } from '../../http/pages';
import { type DoneBy, type Organization } from '../../http/principal';
import { problemOf } from '../../http/problems';
import { formatTimes, type RowOf } from '../../http/times';
import { columnsOf } from '../../reports/table/define-columns';
import { importChoices } from '../import-options';
import type {
  FaultFormat,
  ImportFault,
  ImportRunDetails,
  ImportRunOptions,
  ImportRunSummary,
} from './import-runs.dto';

const sql = readStatements(__dirname, 'import-runs.sql');

type StoredRun = Omit<
  RowOf<ImportRunSummary, 'createdAt' | 'startedAt' | 'finishedAt'>,
  'options'
> & { run: number; options: Partial<ImportRunOptions> };

type FaultRow = ImportFault & { readonly row: string | null };

const MAX_FAULTS = 100;

const list = sql<PageRow<StoredRun>>('list-runs');
const listFaults = sql<FaultRow>('list-faults');
const cancel = sql<{ isCancelled: boolean }>('cancel-run');

/** The organization that runs are bound to; null for all runs. */
export type BoundTo = Pick<Organization, 'uuid'> | null;

export async function listRuns(
  db: Database,
  boundTo: BoundTo,
  page: PageRequest,
): Promise<PageOf<ImportRunSummary>> {
  const { pageSize: limit, offset } = page;
  const companyId = boundTo?.uuid ?? null;
  const rows = await query(db, list, { id: null, companyId, limit, offset });
  return pageOf(rows, page, toRun);
}

/** @throws Problem unknown-import */
export async function findRun(
  db: Database,
  id: string,
  boundTo: BoundTo,
): Promise<ImportRunDetails> {
  const found = await findStored(db, id, boundTo);
  const faults = await query(db, listFaults, { id, limit: MAX_FAULTS });
  return { ...toRun(found), faults: faults.map(({ row: _, ...fault }) => fault) };
}

/** An import that can be undone, and its key `run`. @throws Problem unknown-import, changes-not-kept */
export async function findUndoable(db: Database, id: string, boundTo: BoundTo) {
  const found = await findStored(db, id, boundTo);
  const { name, options, hasChanges } = toRun(found);
  if (!hasChanges || options.dryRun) throw problemOf('changes-not-kept');
  return { run: found.run, name, options };
}

async function findStored(db: Database, id: string, boundTo: BoundTo): Promise<StoredRun> {
  const companyId = boundTo?.uuid ?? null;
  const rows = await query(db, list, { id, companyId, limit: 1, offset: 0 });
  const [found] = pageOf<StoredRun>(rows, readPage()).items;
  if (!found) throw problemOf('unknown-import');
  return found;
}

const faultColumns = columnsOf<FaultRow>({
  file: 'text',
  line: 'integer',
  column: 'text',
  value: 'text',
  expected: 'text',
  remedy: 'text',
  row: 'text',
});

export function writeFaults(
  db: Database,
  id: string,
  format: FaultFormat,
  signal: AbortSignal,
): AsyncGenerator<string | Uint8Array> {
  const faults = stream(db, listFaults, { id, limit: null }, { signal });
  return writeTable(format, 'Faults', faultColumns, faults);
}

/** Cancels a waiting or running import, which then changes nothing. @throws Problem unknown-import, import-ended */
export async function cancelRun(
  db: Database,
  id: string,
  boundTo: BoundTo,
  doneBy: DoneBy,
): Promise<void> {
  const [run] = await query(db, cancel, { id, companyId: boundTo?.uuid ?? null, ...doneBy });
  if (!run) throw problemOf('unknown-import');
  if (run.isCancelled) return;
  throw problemOf('import-ended');
}

const NO_OPTIONS: ImportRunOptions = importChoices.parse({});

/** Runs of earlier releases have fewer options. */
function toRun({ run: _, ...stored }: StoredRun): ImportRunSummary {
  return { ...formatTimes(stored), options: { ...NO_OPTIONS, ...stored.options } };
}

const FAULT_DAYS = 30;
const DRY_RUN_DAYS = 7;

const purge = sql<{ purged: number }>('purge-imports');

/** Deletes faults after 30 days and changes after `beforeDays`. Returns how many rows. */
export function purgeImports(
  db: Database,
  beforeDays: number,
  signal?: AbortSignal,
): Promise<number> {
  const given = { faultDays: FAULT_DAYS, dryRunDays: DRY_RUN_DAYS, beforeDays };
  return inSlices(async () => (await query(db, purge, given))[0]!.purged, signal);
}
