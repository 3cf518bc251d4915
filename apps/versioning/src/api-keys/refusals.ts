import { type Database, query, readStatements } from '@platform/db';
import { type Log, Problem } from '@platform/http';
import type { ErrorRequestHandler } from 'express';
import type { KeyPrincipal } from '../http/principal';

const sql = readStatements(__dirname, 'api-keys.sql');

const recordStatement = sql('record-refusal');

interface Tools {
  readonly db: Database;
  readonly log: Log;
}

/** At most one event per minute and reason. A failure is logged. */
export async function recordRefusal(
  { db, log }: Tools,
  { id, name, credential }: Pick<KeyPrincipal, 'id' | 'name' | 'credential'>,
  reason: string,
): Promise<void> {
  log.info({ key: name, credential, reason }, 'key refused');
  try {
    await query(db, recordStatement, { id, name, reason });
  } catch (error) {
    log.warn({ err: error }, 'the refusal of a key was not recorded');
  }
}

/** Records requests that are refused because their key lacks access. */
export function recordRefusals(tools: Tools): ErrorRequestHandler {
  return async (error: unknown, request, _response, next) => {
    const { user: key } = request as { user?: KeyPrincipal };
    if (key && error instanceof Problem && error.code === 'key-scope') {
      await recordRefusal(tools, key, error.detail);
    }
    next(error);
  };
}
