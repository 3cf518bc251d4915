import { query, readStatement } from '@platform/db';
import type { PostMails } from '../../context';
import type { Wake } from '../../job-queue/job';

const addMails = readStatement<{ id: number }>(__dirname, 'add-mails.sql');

/** Mails are rows, sent by the job `send-mails`. */
export function createOutbox(wake: Wake): PostMails {
  return async (tx, mails) => {
    const added = await query(tx, addMails, {
      accountIds: mails.map(({ accountId }) => accountId),
      companyIds: mails.map(({ companyId }) => companyId),
      kinds: mails.map(({ kind }) => kind),
      reasons: mails.map(({ reason }) => reason),
      data: mails.map(({ data }) => JSON.stringify(data)),
    });
    if (added.length > 0) await wake(tx, 'send-mails');
    return added.length;
  };
}
