import type { Caller } from '../../http/caller';
import type { Context } from '../../main/context';
import { type AddedUpload, addUpload, refuseIfFull } from '../uploads/add-upload';
import { requireRights, taskOf, whoOf } from '../uploads/upload';
import { findUndoable } from './keep-changes';

/** Adds a run that undoes an import. @throws Problem unknown-import, nothing-kept, operator-required, busy */
export async function undoRun(
  context: Context,
  id: string,
  caller: Pick<Caller, 'principal' | 'isKeeper' | 'organization'>,
  ip: string | undefined,
): Promise<AddedUpload> {
  const { db, imports } = context;
  const boundTo = caller.isKeeper ? caller.organization : null;
  const { run: undoes, name: undone, options: given } = await findUndoable(db, id, boundTo);
  requireRights(caller, given);
  const who = whoOf(caller, ip);
  const idempotencyKey = null;
  await refuseIfFull(db, { keyOwner: who.keyOwner, idempotencyKey });
  const options = { ...given, replace: false, dryRun: false };
  const name = `Undo of ${undone}`.slice(0, 200);
  const run = { ...who, name, options, undoes, ignored: [], idempotencyKey, requestHash: null };
  const added = await addUpload(db, run);
  const task = { ...taskOf(context, caller, options), run: added.id, undoes, name };
  imports.add({ file: null, task: { ...task, list: null, table: null } });
  return added;
}
