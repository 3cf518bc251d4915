import { createHash } from 'node:crypto';
import { plainAddress } from '@platform/http';
import type { Request } from 'express';
import type { Caller } from '../../http/caller';
import { actorOf, type Principal } from '../../http/principal';
import { problemOf } from '../../http/problems';
import type { Context } from '../../main/context';
import type { ImportChoices } from '../import-options';
import { type ListSourceOfImport, openUpload } from '../lists/record-list';
import type { ImportRunOptions } from '../runs/import-runs.dto';
import { type AddedUpload, addUpload, refuseIfFull } from './add-upload';
import { receiveUpload, refuseUnreadable } from './receive-upload';
import { tableOf } from './upload-options';

export interface UploadRequest {
  readonly request: Request;
  readonly caller: Pick<Caller, 'principal' | 'isKeeper'>;
  readonly options: ImportRunOptions;
  /** The source of a list; null for files of the format. */
  readonly list: ListSourceOfImport | null;
  /** The table that a body of CSV is, such as `tickets`. */
  readonly file: string | undefined;
  /** What it is listed as. */
  readonly name: string | undefined;
  readonly idempotencyKey: string | undefined;
}

/**
 * Takes the body of a request, refuses what no import can read, and adds a run that waits.
 * @throws Problem import-unreadable, import-too-large, busy, operator-required, invalid-request, idempotency-mismatch
 */
export async function takeUpload(context: Context, upload: UploadRequest): Promise<AddedUpload> {
  const { request, caller, options, list, file, idempotencyKey = null } = upload;
  const { name = file === undefined ? 'upload' : `${file}.csv` } = upload;
  const { db, slots, config } = context;
  requireRights(caller, options);
  const type = request.get('Content-Type');
  const table = tableOf(type, upload);
  const who = whoOf(caller, request.ip);
  await refuseIfFull(db, { keyOwner: who.keyOwner, idempotencyKey });
  const received = await slots.uploads.run({}, () => receiveUpload(context, request));
  const sent = JSON.stringify([type, file ?? null, options]);
  const requestHash = createHash('sha256').update(received.hash).update(sent).digest();
  let added: AddedUpload | undefined;
  try {
    const reading = { maxBytes: config.importMaxBytes };
    const opening = openUpload(received.file.fd, { list, table, name }, reading);
    const { ignored } = await opening.catch(refuseUnreadable);
    const run = { ...who, name, options, ignored, undoes: null, idempotencyKey, requestHash };
    added = await addUpload(db, run);
    return added;
  } finally {
    if (added?.isNew) {
      const task = { ...taskOf(context, caller, options), run: added.id, list, table, name };
      context.imports.add({ file: received.file, task });
    } else await received.file.close();
  }
}

/** The task that the importing process receives: the caller's rights and the options. */
export function taskOf(
  { config }: Context,
  { principal, isKeeper }: UploadRequest['caller'],
  options: ImportChoices,
) {
  const { importMaxBytes: maxBytes, importBeforeDays: beforeDays } = config;
  const mayGrant = principal.kind === 'person' && !isKeeper;
  const { startedBy } = ofPrincipal(principal);
  return { ...options, startedBy, mayGrant, isKeeper, maxBytes, beforeDays };
}

/** @throws Problem operator-required for what the service key or a record keeper may not change */
export function requireRights(
  { principal, isKeeper }: UploadRequest['caller'],
  {
    updateAccounts,
    allowOperators,
    allowErased,
  }: Pick<ImportRunOptions, 'updateAccounts' | 'allowOperators' | 'allowErased'>,
): void {
  const isOfOperators = updateAccounts || allowOperators || (isKeeper && allowErased);
  if (isOfOperators && (isKeeper || principal.kind === 'platform'))
    throw problemOf('operator-required');
}

/** Whom a run is recorded to be of. */
export function whoOf({ principal, isKeeper }: UploadRequest['caller'], ip: string | undefined) {
  return { ...ofPrincipal(principal), byKeeper: isKeeper, address: plainAddress(ip) };
}

function ofPrincipal(principal: Principal) {
  if (principal.kind === 'platform')
    return { startedBy: 'service key', accountId: null, keyOwner: 'service key' };
  const { actor, accountId } = actorOf(principal);
  return { startedBy: actor, accountId, keyOwner: `account ${accountId}` };
}
