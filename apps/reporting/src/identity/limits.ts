import { createLimiter, type Limiter, type SharedRedis } from '@platform/auth';
import type { RateLimit } from '@platform/config';
import type { Config } from '../main/config';

const HOUR = 3_600;

/** The limit of an address block as a multiple of that of an address. */
const ADDRESSES_OF_BLOCK = 5;

/** The limit of reports as JSON, pages among them, in limits of whole files. */
const PAGES_OF_FILE = 4;

type Limit = (
  name: string,
  counted: string,
  rate: RateLimit | null,
  whenRedisFails?: 'pass' | 'memory',
) => Limiter;

/** docs/contract/reporting.md, "Limits". */
export type Limits = ReturnType<typeof createLimits>;

/** While Redis is unreachable, calls pass; limits on secrets and passwords are counted in memory. */
export function createLimits(config: Config, redis: SharedRedis | null) {
  const { rateLimitDefault, rateLimitReports, rateLimitFailedAuth } = config;
  const limit: Limit = (name, counted, rate, whenRedisFails = 'memory') =>
    createLimiter({ redis, name, counted, limit: rate, whenRedisFails });
  const ofPages = rateLimitReports && {
    ...rateLimitReports,
    count: PAGES_OF_FILE * rateLimitReports.count,
  };
  return {
    calls: limit('calls', 'calls by this account', rateLimitDefault, 'pass'),
    pages: limit('pages', 'reports as JSON by this account', ofPages, 'pass'),
    reports: limit('reports', 'reports as files by this account', rateLimitReports, 'pass'),
    failedAuthentication: limit(
      'failed-authentication',
      'failed authentications from this address',
      rateLimitFailedAuth,
    ),
    ...passwordLimits(limit, config.rateLimitSignIn),
    scheduleRuns: limit('schedule-runs', 'schedule runs by this account', {
      count: 10,
      seconds: HOUR,
    }),
  };
}

/** @param rate the limit per address; null disables all limits on passwords */
function passwordLimits(limit: Limit, rate: RateLimit | null) {
  const ofBlock = rate && { ...rate, count: ADDRESSES_OF_BLOCK * rate.count };
  const hourly = (name: string, counted: string, count: number) =>
    limit(name, counted, rate && { count, seconds: HOUR });
  return {
    failedSignIns: {
      ofAddress: limit('sign-in', 'failed sign-ins from this address', rate),
      ofAddressBlock: limit(
        'sign-in-of-address-block',
        'failed sign-ins from this network',
        ofBlock,
      ),
      ofAccountAndAddress: hourly(
        'sign-in-of-account-and-address',
        'failed sign-ins to this account from this address',
        20,
      ),
      ofAccount: hourly('sign-in-of-account', 'failed sign-ins to this account', 100),
      ofDevice: hourly('sign-in-of-device', 'failed sign-ins from this browser', 20),
    },
    passwordResets: {
      ofAddress: limit('password-reset', 'password resets from this address', rate),
      ofAddressBlock: limit(
        'password-reset-of-address-block',
        'password resets from this network',
        ofBlock,
      ),
      ofAccountAndAddress: hourly(
        'password-reset-of-account-and-address',
        'password resets for this account from this address',
        20,
      ),
      ofAccount: hourly('password-reset-of-account', 'password resets for this account', 100),
    },
    successfulSignIns: hourly('successful-sign-in', 'sign-ins to this account', 60),
    failedPasswordChanges: hourly('password-change', 'wrong current passwords', 20),
  };
}
