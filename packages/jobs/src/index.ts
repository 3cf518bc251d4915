export { earlierQueueJob } from './earlier-queue';
export type { Enqueue, Job, JobRun, ScheduledJob, ScheduledRun, Wake } from './job';
export { isCronExpression } from './job';
export { JobQueue } from './job-queue';
