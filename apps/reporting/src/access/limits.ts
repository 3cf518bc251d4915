import { createLimiter, type Limiter, type SharedRedis } from '@platform/http';
import type { Config } from '../config';

/** The rate limits of docs/contract/reporting.md, "Limits". */
export interface Limits {
  /** Calls of an account and kind of credential. */
  readonly calls: Limiter;
  /** The same for the reports. */
  readonly reports: Limiter;
  readonly failedAuthentication: Limiter;
  readonly signInOfAddress: Limiter;
  /** Of the e-mail that is tried, whether there is such an account or not. */
  readonly signInOfAccount: Limiter;
}

const SIGN_INS_OF_ACCOUNT = { count: 20, seconds: 3_600 };

/** Without Redis, calls of an account pass; what guards secrets and passwords goes on in memory. */
export function createLimits(config: Config, redis: SharedRedis | null): Limits {
  return {
    calls: createLimiter({
      redis,
      name: 'calls',
      counted: 'calls of this account',
      limit: config.rateLimitDefault,
      whenRedisFails: 'pass',
    }),
    reports: createLimiter({
      redis,
      name: 'reports',
      counted: 'reports of this account',
      limit: config.rateLimitReports,
      whenRedisFails: 'pass',
    }),
    failedAuthentication: createLimiter({
      redis,
      name: 'failed-authentication',
      counted: 'failed authentications from this address',
      limit: config.rateLimitFailedAuth,
      whenRedisFails: 'memory',
    }),
    signInOfAddress: createLimiter({
      redis,
      name: 'sign-in',
      counted: 'sign-ins from this address',
      limit: config.rateLimitSignIn,
      whenRedisFails: 'memory',
    }),
    signInOfAccount: createLimiter({
      redis,
      name: 'sign-in-of-account',
      counted: 'sign-ins of this account',
      limit: config.rateLimitSignIn && SIGN_INS_OF_ACCOUNT,
      whenRedisFails: 'memory',
    }),
  };
}
