import { createLimiter, type Limiter, type SharedRedis } from '@platform/auth';
import type { RateLimit } from '@platform/config';
import type { Config } from '../main/config';

const HOUR = 3_600;

/** The limit of an address block as a multiple of that of an address. */
const ADDRESSES_PER_BLOCK = 5;

/** The limit of reports as JSON, including pages, as a multiple of that of reports as files. */
const PAGES_PER_FILE = 4;

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
    count: PAGES_PER_FILE * rateLimitReports.count,
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
  const ofBlock = rate && { ...rate, count: ADDRESSES_PER_BLOCK * rate.count };
  const hourly = (name: string, counted: string, count: number) =>
    limit(name, counted, rate && { count, seconds: HOUR });
  const ofAttempts = (name: string, counted: string, ofAccount: string) => ({
    ofAddress: limit(name, `${counted} from this address`, rate),
    ofAddressBlock: limit(`${name}-of-address-block`, `${counted} from this network`, ofBlock),
    ofAccountAndAddress: hourly(
      `${name}-of-account-and-address`,
      `${counted} ${ofAccount} from this address`,
      20,
    ),
    ofAccount: hourly(`${name}-of-account`, `${counted} ${ofAccount}`, 100),
  });
  return {
    failedSignIns: {
      ...ofAttempts('sign-in', 'failed sign-ins', 'to this account'),
      ofDevice: hourly('sign-in-of-device', 'failed sign-ins from this browser', 20),
    },
    passwordResets: ofAttempts('password-reset', 'password resets', 'for this account'),
    successfulSignIns: hourly('successful-sign-in', 'sign-ins to this account', 60),
    failedPasswordChanges: hourly('password-change', 'wrong current passwords', 20),
  };
}
