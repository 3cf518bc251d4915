import { query, readStatements, transaction } from '@platform/db';
import { operationOf, Problem, plainAddress } from '@platform/http';
import type { Request } from 'express';
import type { Caller, Recognized } from '../http/caller';
import { actorOf, credentialOf, type Principal } from '../http/principal';
import { problems } from '../http/problems';
import type { RequestController } from '../http/request-controller';
import type { Context } from '../main/context';
import { type NewAuditEvent, recordEvent } from './audit-events';

type Extent = 'one organization' | 'all organizations' | 'the audit';

/**
 * Records that an operator or the service key reads a foreign organization, or all organizations. Reports are recorded
 * when they run.
 */
export async function recordRead(
  { context, request, caller }: Pick<RequestController, 'context' | 'request' | 'caller'>,
  extent: Extent = 'one organization',
): Promise<void> {
  const readsAll = extent !== 'one organization' && !caller.isKeeper;
  const reader = readsAll ? { ...caller, organization: null, isForeign: true } : caller;
  const kind = extent === 'the audit' ? 'audit-read' : 'organization-read';
  if (reader.isForeign) await recordAccess(kind, context, request, reader);
}

/** Call it after all checks and before reading any rows. */
export function recordAccess(
  kind: NewAuditEvent['kind'],
  { db }: Context,
  request: Request,
  { principal, organization, isForeign }: Caller,
): Promise<void> {
  return recordEvent(db, {
    kind,
    ...actorOf(principal),
    companyId: organization?.id ?? null,
    address: plainAddress(request.ip),
    detail: { ...describeCall(request, principal), isAcrossOrganizations: isForeign },
  });
}

function describeCall(request: Request, principal: Principal) {
  return {
    method: request.method,
    route: operationOf(request)?.route,
    credential: credentialOf(principal),
  };
}

const sql = readStatements(__dirname, 'audited-access.sql');

const lock = sql('lock-refusals');
const count = sql('count-refusal');

/**
 * Records a 403 for an authenticated caller. Repeated refusals with the same code and organization are one event per minute
 * with a count, because a program may retry in a loop.
 */
export async function recordRefusal(
  { db }: Context,
  request: Request,
  { principal, own, byHandle, byId }: Recognized,
  refusal: unknown,
): Promise<void> {
  if (!(refusal instanceof Problem) || !isForbidden(refusal.code)) return;
  const { code } = refusal;
  const event = {
    ...actorOf(principal),
    // The organization in the request, whether allowed or not, or else the secret's.
    companyId: (byId ?? byHandle ?? own)?.id ?? null,
    address: plainAddress(request.ip),
    code,
    detail: JSON.stringify({ code, ...describeCall(request, principal) }),
  };
  await transaction(db, async tx => {
    await query(tx, lock, { actor: event.actor });
    await query(tx, count, event);
  });
}

function isForbidden(code: string): boolean {
  return code in problems && problems[code as keyof typeof problems].status === 403;
}
