import { operationOf, Problem } from '@platform/http';
import type { Request } from 'express';
import type { Context } from '../../context';
import { problems } from '../../problems';
import { credentialOf } from '../authentication/credential';
import type { Recognized } from '../authentication/recognize';
import { clientAddress } from './client-address';
import { actorOf, recordEvent } from './record-event';

/** Records that somebody who is known lacked a right; other refusals are none of the audit's. */
export async function recordRefusal(
  { db }: Context,
  request: Request,
  { principal, own, byHandle, byId }: Recognized,
  refusal: unknown,
): Promise<void> {
  if (!(refusal instanceof Problem) || !lacksRight(refusal.code)) return;
  await recordEvent(db, {
    kind: 'refused',
    ...actorOf(principal),
    // What the request names, whether it may or not, else what its secret carries.
    companyId: (byId ?? byHandle ?? own)?.id ?? null,
    address: clientAddress(request),
    detail: {
      code: refusal.code,
      method: request.method,
      route: request.res ? operationOf(request.res)?.route : undefined,
      credential: credentialOf(principal),
    },
  });
}

function lacksRight(code: string): boolean {
  return code in problems && problems[code as keyof typeof problems].status === 403;
}
