import { createRequire } from 'node:module';
import type * as Jobs from '../../../apps/reporting/src/job-queue/job-queue.js';

/** The service's queue as it is built: its statements are files beside it. */
const { JobQueue } = createRequire(import.meta.url)(
  '../../../apps/reporting/dist/job-queue/job-queue.js',
) as typeof Jobs;

export { JobQueue };
