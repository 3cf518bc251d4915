import { createRequire } from 'node:module';
import type * as Jobs from '../../../packages/jobs/src/index.js';

/** The service's queue as it is built: its statements are files beside it. */
const { JobQueue } = createRequire(import.meta.url)(
  '../../../packages/jobs/dist/index.js',
) as typeof Jobs;

export { JobQueue };
