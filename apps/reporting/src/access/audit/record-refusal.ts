import { query, readStatement, transaction } from '@platform/db';
import { Problem, plainAddress } from '@platform/http';
import type { Request } from 'express';
import type { Context } from '../../context';
import { problems } from '../../problems';
import { lockAccount } from '../accounts/accounts';
import type { Recognized } from '../authentication/recognize';
import { type AuditEvent, actorOf, describeCall, recordEvent } from './audit';

const count = readStatement(__dirname, 'count-refusal.sql');

/**
 * Records that a known caller lacked a right (403). Refusals for lack of API access are one event a minute
 * and account, with their number: a program may call in a loop.
 */
export async function recordRefusal(
  { db }: Context,
  request: Request,
  { principal, own, byHandle, byId }: Recognized,
  refusal: unknown,
): Promise<void> {
  if (!(refusal instanceof Problem) || !lacksRight(refusal.code)) return;
  const { code } = refusal;
  const event: AuditEvent = {
    kind: 'refused',
    ...actorOf(principal),
    // What the request names, whether it may or not, else what its secret carries.
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
