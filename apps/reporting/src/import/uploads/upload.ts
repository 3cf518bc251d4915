import { createHash } from 'node:crypto';
import type { Database } from '@platform/db';
import { invalidFields, plainAddress } from '@platform/http';
import type { Request } from 'express';
import type { Caller } from '../../http/caller';
import { actorOf, type Organization } from '../../http/principal';
import { problemOf } from '../../http/problems';
import type { Context } from '../../main/context';
import { cutText } from '../faults';
import type { ImportChoices } from '../import-options';
import { type ListSourceOfImport, openUpload } from '../lists/record-list';
import { findSource } from '../lists/sources';
import { type AddedRun, addRun, refuseIfFull } from '../runs/add-run';
import { findUndoable } from '../runs/import-runs';
import type { ImportRunOptions } from '../runs/import-runs.dto';
import { receiveUpload, refuseUnreadable } from './receive-upload';
import { tableOf } from './upload-options';

export interface UploadRequest {
  readonly request: Request;
  readonly caller: Caller;
  readonly options: GivenOptions;
  /** The table of a CSV body, such as `tickets`. */
  readonly file: string | undefined;
  readonly name: string | undefined;
  readonly idempotencyKey: string | undefined;
}

type GivenOptions = Omit<ImportRunOptions, 'companies'>;

/**
 * Receives the body of a request and adds a run that waits for its turn.
 * @throws Problem import-unreadable, import-too-large, busy, operator-required, company-required, unknown-source,
 * invalid-request, idempotency-mismatch
 */
export async function takeUpload(context: Context, upload: UploadRequest): Promise<AddedRun> {
  const { request, caller, file, idempotencyKey = null } = upload;
  const { name = file === undefined ? 'upload' : `${file}.csv` } = upload;
  const { db, slots, config } = context;
  const { list, options } = await completeOptions(db, caller, upload.options);
  requireRights(caller, options);
  const type = request.get('Content-Type');
  const table = tableOf(type, { file, name: upload.name, list });
  const who = whoOf(caller, request.ip);
  await refuseIfFull(db, { keyOwner: who.keyOwner, idempotencyKey });
  const received = await slots.uploads.run({}, () => receiveUpload(context, request));
  const sent = JSON.stringify([type, file ?? table, options]);
  const requestHash = createHash('sha256').update(received.hash).update(sent).digest();
  let added: AddedRun | undefined;
  try {
    const reading = { maxBytes: config.importMaxBytes };
    const opening = openUpload(received.file.fd, { list, table, name }, reading);
    const { ignored } = await opening.catch(refuseUnreadable);
    const run = { ...who, name, options, ignored, undoes: null, idempotencyKey, requestHash };
    added = await addRun(db, run);
    return added;
  } finally {
    if (added?.isNew) {
      const task = { ...taskOf(context, caller, options), run: added.id, list, table, name };
      context.imports.add({ file: received.file, task });
    } else await received.file.close();
  }
}

/** Adds a run that undoes an import. @throws Problem unknown-import, nothing-kept, operator-required, busy */
export async function undoRun(
  context: Context,
  id: string,
  caller: Caller,
  ip: string | undefined,
): Promise<AddedRun> {
  const { db, imports } = context;
  const boundTo = caller.isKeeper ? caller.organization : null;
  const { run: undoes, name: undone, options: given } = await findUndoable(db, id, boundTo);
  requireRights(caller, given);
  const who = whoOf(caller, ip);
  const options = { ...given, replace: false, dryRun: false };
  const name = cutText(`Undo of ${undone}`, 200);
  const withoutBody = { ignored: [], idempotencyKey: null, requestHash: null };
  const added = await addRun(db, { ...who, name, options, undoes, ...withoutBody });
  const task = { ...taskOf(context, caller, options), run: added.id, undoes, name };
  imports.add({ file: null, task: { ...task, list: null, table: null } });
  return added;
}

/** Adds what follows from the caller and from the source, over which parameters of the request take precedence. */
async function completeOptions(
  db: Database,
  { isKeeper, organization }: Caller,
  given: GivenOptions,
): Promise<{ list: ListSourceOfImport | null; options: ImportRunOptions }> {
  const { listSource, companyId, timeZone, dateFormat, encoding } = given;
  const isBound = isKeeper || companyId !== null || listSource !== null;
  if (!isBound) return { list: null, options: { ...given, companies: [] } };
  if (!organization) throw problemOf('company-required');
  const list = listSource === null ? null : await findList(db, organization, listSource, given);
  const source = list?.definition;
  const options = {
    ...given,
    timeZone: timeZone ?? source?.timeZone ?? null,
    dateFormat: dateFormat ?? source?.dateFormat ?? null,
    encoding: encoding ?? source?.encoding ?? null,
    companyId: organization.uuid,
    companies: [organization.handle],
  };
  return { list, options };
}

/** @throws Problem unknown-source; invalid-request for options that lists do not have */
async function findList(
  db: Database,
  { id, uuid }: Organization,
  name: string,
  options: GivenOptions,
): Promise<ListSourceOfImport> {
  const odd = (['replace', 'textIds'] as const).filter(option => options[option]);
  const message = 'cannot be combined with source';
  if (odd.length > 0) throw invalidFields(odd.map(field => ({ field, message })));
  const { id: sourceId, definition } = await findSource(db, id, name);
  return { id: sourceId, definition, company: { id, uuid } };
}

/** The parts of a task that follow from the caller and the options. */
function taskOf({ config }: Context, { principal, isKeeper }: Caller, options: ImportChoices) {
  const { importMaxBytes: maxBytes, importBeforeDays: beforeDays } = config;
  const mayGrant = principal.kind === 'person' && !isKeeper;
  const { actor: startedBy } = actorOf(principal);
  return { ...options, startedBy, mayGrant, isKeeper, maxBytes, beforeDays };
}

/** @throws Problem operator-required for options that the service key or a record keeper may not use */
function requireRights(
  { principal, isKeeper }: Caller,
  { updateAccounts, allowOperators, allowErased }: ImportRunOptions,
): void {
  const isOfOperators = updateAccounts || allowOperators || (isKeeper && allowErased);
  if (isOfOperators && (isKeeper || principal.kind === 'platform'))
    throw problemOf('operator-required');
}

function whoOf({ principal, isKeeper }: Caller, ip: string | undefined) {
  const { actor: startedBy, accountId } = actorOf(principal);
  const keyOwner = accountId === null ? startedBy : `account ${accountId}`;
  const address = plainAddress(ip);
  return { source: 'http', startedBy, accountId, keyOwner, byKeeper: isKeeper, address } as const;
}
