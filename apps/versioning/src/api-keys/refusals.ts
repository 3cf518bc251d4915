import { type Database, query, readStatements } from '@platform/db';
import { type Log, Problem } from '@platform/http';
import type { KeyPrincipal } from '../http/principal';

const sql = readStatements(__dirname, 'api-keys.sql');

const recordStatement = sql('record-refusal');

/** At most one event per minute and reason. A failure is logged. */
export async function recordRefusal(
  { db, log }: { readonly db: Database; readonly log: Log },
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

/** Does `work`, and records its refusal for lack of access. @throws what `work` throws */
export async function recordingRefusals<Result>(
  tools: { readonly db: Database; readonly log: Log },
  key: KeyPrincipal,
  work: () => Result | Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (refusal) {
    if (refusal instanceof Problem && refusal.code === 'key-scope') {
      await recordRefusal(tools, key, refusal.detail);
    }
    throw refusal;
  }
}
