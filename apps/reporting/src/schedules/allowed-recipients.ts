import { type Database, execute, query, readStatements, transaction } from '@platform/db';
import { Problem } from '@platform/http';
import { type PageOf, type PageRequest, type PageRow, pageOf } from '../http/pages';
import type { DoneBy } from '../http/principal';
import { problemOf } from '../http/problems';
import { formatTimes, type RowOf } from '../http/times';
import { createAccount, findByEmail } from '../identity/accounts/accounts';
import { readEmail } from '../identity/accounts/email';
import type { AllowedRecipient, AllowedRecipientRequest } from './allowed-recipients.dto';

const sql = readStatements(__dirname, 'allowed-recipients.sql');

type Row = RowOf<AllowedRecipient, 'allowedAt'>;

const list = sql<PageRow<Row>>('list-allowed');

/** Lists the people to whom schedules of an organization may be sent without report access, by name. */
export async function listAllowedRecipients(
  db: Database,
  companyId: number,
  page: PageRequest,
): Promise<PageOf<AllowedRecipient>> {
  const { pageSize: limit, offset } = page;
  const rows = await query(db, list, { companyId, limit, offset });
  return pageOf(rows, page, formatTimes);
}

const allow = sql<Row>('allow');

/**
 * Allows an address. If it has no account, creates one without rights, memberships or a password, so that its emails can be
 * listed, unsubscribed from and erased like those of members. Idempotent.
 * @throws Problem invalid-request
 */
export async function allowRecipient(
  db: Database,
  companyId: number,
  { email: given, name }: AllowedRecipientRequest,
  doneBy: DoneBy,
): Promise<AllowedRecipient> {
  const email = readEmail(given);
  return transaction(db, async tx => {
    const known = await findByEmail(tx, email);
    const account =
      known ??
      (await createAccount(tx, { ...RIGHTLESS, email, name: name.trim() }, doneBy).catch(
        (error: unknown) => {
          if (!(error instanceof Problem)) throw error;
          // A concurrent request has created it.
          return findByEmail(tx, email);
        },
      ));
    const [allowed] = await query(tx, allow, { companyId, accountId: account!.id, ...doneBy });
    return formatTimes(allowed!);
  });
}

const RIGHTLESS = { isOperator: false, apiAccess: false, reportAccess: false, memberships: [] };

const revoke = sql('revoke');

/** Drops waiting emails. @throws Problem unknown-recipient */
export async function revokeRecipient(
  db: Database,
  companyId: number,
  uuid: string,
  doneBy: DoneBy,
): Promise<void> {
  const revoked = await execute(db, revoke, { companyId, uuid, ...doneBy });
  if (revoked === 0) throw problemOf('unknown-recipient');
}
