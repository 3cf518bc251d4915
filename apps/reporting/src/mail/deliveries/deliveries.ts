import { type Database, query, readStatement, transaction } from '@platform/db';
import { countedPageOf, MAX_COUNTED, type PageRequest, type PageRow } from '../../http/pages';
import { type DoneBy } from '../../http/principal';
import { problemOf } from '../../http/problems';
import { formatTimes, type RowOf } from '../../http/times';
import type { Context } from '../../main/context';
import type { Delivery, DeliveryOutcome, DeliveryPage, DeliveryRecipient } from './deliveries.dto';

type DeliveryRow = DeliveryRecipient &
  RowOf<Omit<Delivery, 'recipient'>, 'createdAt' | 'finishedAt' | 'nextAttemptAt'>;

export interface DeliveryFilter {
  readonly companyId: number;
  readonly outcome: DeliveryOutcome | null;
  readonly q: string | null;
}

const list = readStatement<PageRow<DeliveryRow>>(__dirname, 'list-deliveries.sql');

/** Lists an organization's emails and those about its members' accounts, newest first. `total` is at most 10,000. */
export async function listDeliveries(
  db: Database,
  filter: DeliveryFilter,
  page: PageRequest,
): Promise<DeliveryPage> {
  const { pageSize: limit, offset } = page;
  const rows = await query(db, list, { ...filter, limit, offset, maxCounted: MAX_COUNTED });
  return countedPageOf(rows, page, toDelivery);
}

const retry = readStatement<{ isRetried: boolean }>(__dirname, 'retry-delivery.sql');

/** @throws Problem mail-not-configured, unknown-delivery, delivery-not-failed */
export async function retryDelivery(
  { db, enqueueMails, wake }: Context,
  companyId: number,
  id: string,
  doneBy: DoneBy,
): Promise<void> {
  if (!enqueueMails) throw problemOf('mail-not-configured');
  const [mail] = await transaction(db, async tx => {
    const found = await query(tx, retry, { companyId, uuid: id, ...doneBy });
    if (found[0]?.isRetried) await wake(tx, 'send-mails');
    return found;
  });
  if (!mail) throw problemOf('unknown-delivery');
  if (mail.isRetried) return;
  throw problemOf('delivery-not-failed');
}

function toDelivery({ accountId, name, email, ...mail }: DeliveryRow): Delivery {
  return { ...formatTimes(mail), recipient: { accountId, name, email } };
}
