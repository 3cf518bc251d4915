import { type Database, query, readStatement, readStatements, transaction } from '@platform/db';
import { MAX_COUNTED, type PageRequest, totalOf } from '../../http/pages';
import { type DoneBy } from '../../http/principal';
import { problemOf } from '../../http/problems';
import { formatTimestamp, formatTimestampOrNull } from '../../http/times';
import type { Context } from '../../main/context';
import type { Delivery, DeliveryOutcome, DeliveryPage } from './deliveries.dto';

const sql = readStatements(__dirname, 'deliveries.sql');

interface DeliveryRow {
  readonly counted: number;
  readonly id: string;
  readonly kind: string;
  readonly accountId: string;
  readonly name: string;
  readonly email: string | null;
  readonly createdAt: Date;
  readonly outcome: DeliveryOutcome;
  readonly finishedAt: Date | null;
  readonly nextAttemptAt: Date | null;
  readonly attempts: number;
  readonly error: string | null;
}

export interface DeliveryFilter {
  readonly companyId: number;
  readonly outcome: DeliveryOutcome | null;
  readonly q: string | null;
}

type PageRow = DeliveryRow | { readonly id: null; readonly counted: number };

const list = readStatement<PageRow>(__dirname, 'list-deliveries.sql');

/** Lists an organization's emails and those about its members' accounts, newest first. `total` is at most 10,000. */
export async function listDeliveries(
  db: Database,
  filter: DeliveryFilter,
  { page, pageSize, offset }: PageRequest,
): Promise<DeliveryPage> {
  const rows = await query(db, list, {
    ...filter,
    limit: pageSize,
    offset,
    maxCounted: MAX_COUNTED,
  });
  const items = rows.flatMap(row => (row.id === null ? [] : [toDelivery(row)]));
  return { items, ...totalOf(rows[0]?.counted ?? 0), page, pageSize };
}

const retry = sql<{ isRetried: boolean }>('retry-delivery');

/** @throws Problem mail-not-configured, unknown-delivery, delivery-not-failed */
export async function retryDelivery(
  { db, postMails, wake }: Context,
  companyId: number,
  id: string,
  doneBy: DoneBy,
): Promise<void> {
  if (!postMails) throw problemOf('mail-not-configured');
  const [mail] = await transaction(db, async tx => {
    const found = await query(tx, retry, { companyId, uuid: id, ...doneBy });
    if (found[0]?.isRetried) await wake(tx, 'send-mails');
    return found;
  });
  if (!mail) throw problemOf('unknown-delivery');
  if (mail.isRetried) return;
  throw problemOf('delivery-not-failed');
}

function toDelivery(row: DeliveryRow): Delivery {
  const { id, kind, accountId, name, email, outcome, attempts, error } = row;
  return {
    id,
    kind,
    recipient: { accountId, name, email },
    createdAt: formatTimestamp(row.createdAt),
    outcome,
    finishedAt: formatTimestampOrNull(row.finishedAt),
    nextAttemptAt: formatTimestampOrNull(row.nextAttemptAt),
    attempts,
    error,
  };
}
