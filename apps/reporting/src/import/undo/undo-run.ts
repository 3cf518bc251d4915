import type { Caller } from '../../http/caller';
import type { Context } from '../../main/context';
import { type AddedUpload, addUpload, refuseIfFull } from '../uploads/add-upload';
import { requireRights, whoOf } from '../uploads/upload';
import { findUndoable } from './keep-changes';

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
