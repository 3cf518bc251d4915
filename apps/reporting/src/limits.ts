import { createLimiter, type createRedis, type Limiter, type Log } from '@platform/http';
import type { Config } from './config';

/** The buckets of decisions-reporting, "Rate limits". */
export interface Limits {
  /** Calls of an account and kind of credential. */
  readonly calls: Limiter;
  /** The same for the six reports. */
  readonly reports: Limiter;
  readonly failedAuthentication: Limiter;
  readonly signInOfAddress: Limiter;
  /** Of the e-mail that is tried, whether there is such an account or not. */
  readonly signInOfAccount: Limiter;
}

const SIGN_INS_OF_ACCOUNT = { count: 20, seconds: 3_600 };

interface Shared {
  readonly redis: ReturnType<typeof createRedis> | null;
  readonly log: Log;
}

/** Without Redis, calls of an account pass; what guards secrets and passwords goes on in memory. */
export function createLimits(config: Config, shared: Shared): Limits {
  return {
    calls: createLimiter({
      ...shared,
      name: 'calls',
      limit: config.rateLimitDefault,
      whenRedisFails: 'pass',
    }),
    reports: createLimiter({
      ...shared,
      name: 'reports',
      limit: config.rateLimitReports,
      whenRedisFails: 'pass',
    }),
    failedAuthentication: createLimiter({
      ...shared,
      name: 'failed-authentication',
      limit: config.rateLimitFailedAuth,
      whenRedisFails: 'memory',
    }),
    signInOfAddress: createLimiter({
      ...shared,
      name: 'sign-in',
      limit: config.rateLimitSignIn,
      whenRedisFails: 'memory',
    }),
    signInOfAccount: createLimiter({
      ...shared,
      name: 'sign-in-of-account',
      limit: config.rateLimitSignIn && SIGN_INS_OF_ACCOUNT,
      whenRedisFails: 'memory',
    }),
  };
}
