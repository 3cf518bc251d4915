import { query, readStatement, transaction } from '@platform/db';
import { Problem, plainAddress } from '@platform/http';
import type { Request } from 'express';
import type { Context } from '../../context';
import { problems } from '../../problems';
import { lockAccount } from '../accounts/accounts';
import type { Recognized } from '../authentication/recognize';
import { actorOf, type NewAuditEvent, recordEvent } from './audit';
import { describeCall } from './audited-access';

const count = readStatement(__dirname, 'count-refusal.sql');

/**
 * Records a 403 of a known caller. Missing API access is one event per minute and account, with a count,
 * since a program may call in a loop.
 */
export async function recordRefusal(
  { db }: Context,
  request: Request,
  { principal, own, byHandle, byId }: Recognized,
  refusal: unknown,
): Promise<void> {
  if (!(refusal instanceof Problem) || !lacksRight(refusal.code)) return;
  const { code } = refusal;
  const event: NewAuditEvent = {
    kind: 'refused',
    ...actorOf(principal),
    // The organization that the request names, allowed or not, else that of its secret.
    companyId: (byId ?? byHandle ?? own)?.id ?? null,
    address: plainAddress(request.ip),
    detail: { code, ...describeCall(request, principal) },
  };
  if (code !== 'api-access-required') return recordEvent(db, event);
  const { kind: _, detail, accountId, ...rest } = event;
  await transaction(db, async tx => {
    await lockAccount(tx, accountId!);
    await query(tx, count, { ...rest, accountId, code, detail: JSON.stringify(detail) });
  });
}

function lacksRight(code: string): boolean {
  return code in problems && problems[code as keyof typeof problems].status === 403;
}
