import { createHash } from 'node:crypto';
import { Problem, plainAddress } from '@platform/http';
import { UnreadableInput } from '@platform/spreadsheet';
import type { Request } from 'express';
import type { Caller } from '../../http/caller';
import { actorOf, type Principal } from '../../http/principal';
import { problemOf } from '../../http/problems';
import type { Context } from '../../main/context';
import { openList } from '../lists/open-list';
import type { ListSourceOfImport } from '../lists/record-list';
import { openRecords } from '../open-records';
import type { ImportRunOptions } from '../runs/import-runs.dto';
import { type AddedUpload, addUpload, refuseIfFull } from './add-upload';
import { receiveUpload, type Upload } from './receive-upload';
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
  const { request, caller, options, list } = upload;
  const { principal, isKeeper } = caller;
  const { db, slots } = context;
  const { importMaxBytes: maxBytes, importBeforeDays } = context.config;
  requireRights(caller, options);
  const table = tableOf(request.get('Content-Type'), upload);
  const name = nameOf(upload);
  const { keyOwner, startedBy } = whoOf(principal);
  await refuseIfFull(db, { keyOwner, idempotencyKey: upload.idempotencyKey ?? null });
  const received = await slots.uploads.run({}, () => receiveUpload(context, request));
  let added: AddedUpload | undefined;
  try {
    const { fd } = received.file;
    const { ignored } = list
      ? await openList(fd, list.definition, { maxBytes, name })
      : await openRecords(fd, table, { maxBytes });
    added = await addUpload(db, { ...describe(upload, received), ignored });
    return added;
  } catch (error) {
    if (!(error instanceof UnreadableInput)) throw error;
    throw new Problem('import-unreadable', error.message);
  } finally {
    if (added?.isNew) {
      const { id: run } = added;
      const mayGrant = principal.kind === 'person' && !isKeeper;
      const given = { table, maxBytes, options, mayGrant, isKeeper, startedBy, list, name };
      const task = { ...given, run, undoes: null, beforeDays: importBeforeDays };
      context.imports.add({ file: received.file, task });
    } else await received.file.close();
  }
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
export function whoOf(principal: Principal): {
  readonly startedBy: string;
  readonly accountId: number | null;
  readonly keyOwner: string;
} {
  if (principal.kind === 'platform')
    return { startedBy: 'service key', accountId: null, keyOwner: 'service key' };
  const { actor, accountId } = actorOf(principal);
  return { startedBy: actor, accountId, keyOwner: `account ${accountId}` };
}

function nameOf({ file, name }: Pick<UploadRequest, 'file' | 'name'>): string {
  return name ?? (file === undefined ? 'upload' : `${file}.csv`);
}

function describe(
  { request, caller, options, file, name, idempotencyKey }: UploadRequest,
  { hash }: Upload,
) {
  const sent = JSON.stringify([request.get('Content-Type'), file ?? null, options]);
  return {
    ...whoOf(caller.principal),
    byKeeper: caller.isKeeper,
    address: plainAddress(request.ip),
    name: nameOf({ file, name }),
    options,
    idempotencyKey: idempotencyKey ?? null,
    undoes: null,
    requestHash: createHash('sha256').update(hash).update(sent).digest(),
  };
}
