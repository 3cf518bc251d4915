import { inSlices, query, readStatement } from '@platform/db';
import type { Job } from '../../job-queue/job';

/** For which deliveries are listed. */
const KEPT_DAYS = 90;

const statement = readStatement<{ purged: number }>(__dirname, 'purge-mails.sql');

/** A mail that waits is kept, however old. */
export const purgeMailsJob: Job = {
  name: 'purge-mails',
  timeout: 3_000,
  retries: 3,
  async run({ db, signal }) {
    const purge = async () => (await query(db, statement, { days: KEPT_DAYS }))[0]!.purged;
    return { purged: await inSlices(purge, { signal }) };
  },
};
