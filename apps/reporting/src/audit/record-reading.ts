import { operationOf } from '@platform/http';
import type { Request } from 'express';
import type { Caller } from '../authentication/caller';
import { credentialOf } from '../authentication/credential';
import type { Context } from '../context';
import { clientAddress } from './client-address';
import { actorOf, recordEvent } from './record-event';

/**
 * Records a report's run, and what an operator or the platform reads of an organization that is not
 * theirs: once the request is known to be valid, and before anything is read.
 */
export async function recordReading(
  { db }: Context,
  request: Request,
  { principal, organization, isForeign, requirements }: Caller,
): Promise<void> {
  const isReport = requirements.has('report');
  if (!isReport && !isForeign) return;
  await recordEvent(db, {
    kind: isReport ? 'report-run' : 'organization-read',
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
