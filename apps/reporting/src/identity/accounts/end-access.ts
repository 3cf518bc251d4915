import { query, readStatements, type Transaction } from '@platform/db';
import type { DoneBy } from '../../http/principal';
import { revokeSecrets } from '../secrets/revoke-secrets';
import type { Leave } from './leaving.dto';

const sql = readStatements(__dirname, 'leaving.sql');

export type Ended = Pick<Leave, 'schedules' | 'secrets'>;

const actAsKeeper = sql('act-as-keeper');
const lockSchedules = sql('lock-schedules-of-members');
const pause = sql<{ accountId: number; companyId: number; paused: number }>('pause-schedules');

/** Marks access withdrawn in this transaction as restorable by record keepers. */
export async function markAsKeeper(tx: Transaction): Promise<void> {
  await query(tx, actAsKeeper);
}

/** Call it before locking accounts and members. */
export async function lockSchedulesOf(
  tx: Transaction,
  memberIds: readonly number[],
): Promise<void> {
  await query(tx, lockSchedules, { memberIds });
}

/** Revokes the secrets of members for their organizations, and pauses their schedules there. Audited. */
export async function endSecretsAndSchedules(
  tx: Transaction,
  memberIds: readonly number[],
  doneBy: DoneBy,
): Promise<Ended> {
  const owners = await query(tx, pause, { memberIds, ...doneBy });
  const secrets = await revokeSecrets(tx, owners, { reason: { reason: 'left' } }, doneBy);
  return { schedules: owners[0]?.paused ?? 0, secrets };
}
