import { query, readStatements, transaction } from '@platform/db';
import { Problem, plainAddress } from '@platform/http';
import type { Request } from 'express';
import type { Recognized } from '../http/caller';
import { actorOf } from '../http/principal';
import { problems } from '../http/problems';
import type { Context } from '../main/context';
import { describeCall } from './audited-access';

const sql = readStatements(__dirname, 'record-refusal.sql');

const lock = sql('lock-refusals');
const count = sql('count-refusal');

/**
 * Records a 403 for an authenticated caller. Those with the same code and organization are one event per minute with a
 * count, because a program may retry in a loop.
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
