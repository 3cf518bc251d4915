import { type Database, query, readStatements } from '@platform/db';
import { Problem } from '@platform/http/problems';
import type { Caller } from '../../http/caller';
import type { Context } from '../../main/context';
import type { ImportChoices } from '../import-options';
import type { BoundTo } from '../runs/import-runs';
import { type AddedUpload, addUpload, refuseIfFull } from '../uploads/add-upload';
import { requireRights, whoOf } from '../uploads/upload';

const sql = readStatements(__dirname, 'undo-run.sql');

/** An import whose changes are kept. */
export interface Undoable {
  /** Its key. */
  readonly run: number;
  readonly name: string;
  readonly options: ImportChoices;
}

const find = sql<Undoable & { isKept: boolean }>('find-undoable');

/** @throws Problem unknown-import, nothing-kept */
export async function findUndoable(db: Database, id: string, boundTo: BoundTo): Promise<Undoable> {
  const [found] = await query(db, find, { id, companyId: boundTo?.uuid ?? null });
  if (!found) {
    throw new Problem(
      'unknown-import',
      'There is no import with this ID. See the list of imports.',
    );
  }
  if (found.isKept) return found;
  throw new Problem('nothing-kept', 'No changes are kept for this import.');
}

/** Adds a run that undoes an import. @throws Problem unknown-import, nothing-kept, operator-required, busy */
export async function undoRun(
  { db, imports, config }: Context,
  id: string,
  caller: Pick<Caller, 'principal' | 'isKeeper' | 'organization'>,
  address: string | null,
): Promise<AddedUpload> {
  const { principal, isKeeper, organization } = caller;
  const {
    run: undoes,
    name,
    options: given,
  } = await findUndoable(db, id, isKeeper ? organization : null);
  requireRights(caller, given);
  const { startedBy, accountId, keyOwner } = whoOf(principal);
  await refuseIfFull(db, { keyOwner, idempotencyKey: null });
  const options = { ...given, replace: false, dryRun: false };
  const added = await addUpload(db, {
    name: `Undo of ${name}`.slice(0, 200),
    options,
    undoes,
    ...{ startedBy, accountId, keyOwner, address },
    byKeeper: isKeeper,
    ignored: [],
    idempotencyKey: null,
    requestHash: null,
  });
  const beforeDays = config.importBeforeDays;
  const rights = { mayGrant: principal.kind === 'person' && !isKeeper, isKeeper };
  const task = {
    list: null,
    name: 'undo',
    run: added.id,
    undoes,
    startedBy,
    table: null,
    maxBytes: 0,
    ...rights,
    beforeDays,
    options,
  };
  imports.add({ file: null, task });
  return added;
}
