import { operationOf } from '@platform/http';
import type { Request } from 'express';
import type { Context } from '../../context';
import type { Caller } from '../authentication/caller';
import { credentialOf } from '../authentication/credential';
import { clientAddress } from './client-address';
import { type AuditKind, actorOf, recordEvent } from './record-event';

/**
 * Records that a report runs: once it may, and before any row is read (decisions-reporting, "Principals
 * and scope").
 */
export function recordReport(context: Context, request: Request, caller: Caller): Promise<void> {
  return record('report-run', context, request, caller);
}

/**
 * Records what an operator or the platform reads of an organization that is not theirs: once the request is
 * known to be valid, and before anything is read. A report records itself when it runs.
 */
export async function recordReading(
  context: Context,
  request: Request,
  caller: Caller,
): Promise<void> {
  if (!caller.isForeign || caller.requirements.has('report')) return;
  await record('organization-read', context, request, caller);
}

function record(
  kind: AuditKind,
  { db }: Context,
  request: Request,
  { principal, organization, isForeign }: Caller,
): Promise<void> {
  return recordEvent(db, {
    kind,
    ...actorOf(principal),
    companyId: organization?.id ?? null,
    address: clientAddress(request),
    detail: {
      method: request.method,
      route: request.res ? operationOf(request.res)?.route : undefined,
      credential: credentialOf(principal),
      isAcrossOrganizations: isForeign,
    },
  });
}
