import {
  ConfigurationError,
  count,
  duration,
  isGiven,
  list,
  oneOf,
  optionalText,
  rateLimit,
  readSettings,
  type SettingValues,
} from '@platform/config';
import { databaseSettings, postgresUrl } from '@platform/db';
import { serverSettings } from '@platform/http';
import { z } from 'zod';
import { requiredSessionSecret, signInSettings } from './access/sign-in/settings';
import { snapshotSettings } from './snapshots/settings';

const serviceKey = z.string().min(32, 'keys of at least 32 characters each, separated by commas');

/** Every environment variable of the service; `--help` prints this table. */
export const settings = {
  ...serverSettings({ port: 3002 }),
  ...databaseSettings,
  STATEMENT_TIMEOUT: duration('60s', 'the longest that a statement of a report may run', {
    least: 100,
  }),
  DATABASE_REPLICA_URL: optionalText('what reports read; absent: DATABASE_URL', postgresUrl),
  REPORT_CONCURRENCY: count(8, 'reports that run at once; past it, 503 and Retry-After'),
  SERVICE_KEY: list(
    'keys of trusted servers, comma-separated, each at least 32 characters: they act as the platform',
    serviceKey,
  ),
  ...signInSettings,
  RATE_LIMIT_DEFAULT: rateLimit('300/60', 'calls of one account and kind of credential'),
  RATE_LIMIT_REPORTS: rateLimit('30/60', 'the same for reports, COUNT/SECONDS or off'),
  RATE_LIMIT_SIGN_IN: rateLimit('10/300', 'sign-ins of one address'),
  RATE_LIMIT_FAILED_AUTH: rateLimit('60/60', 'failed authentications of one address'),
  ...snapshotSettings,
  AUDIT_RETENTION_DAYS: count(400, 'days that audit events are kept'),
  CONSOLE: oneOf(['on', 'off'], 'on', 'the console at /console/, where GET / leads browsers'),
  COMMIT: optionalText('the commit that this build was made from; images set it'),
};

export type Config = SettingValues<typeof settings>;

/**
 * To serve, SESSION_SECRET is required; on the embedded database, which is for demonstrations, it is
 * generated.
 * @throws ConfigurationError naming every fault at once
 */
export function readConfig(env: NodeJS.ProcessEnv, purpose: 'serve' | 'command' = 'serve'): Config {
  const mustHaveSecret = purpose === 'serve' && isGiven('DATABASE_URL', env);
  const config = readSettings(
    mustHaveSecret ? { ...settings, SESSION_SECRET: requiredSessionSecret } : settings,
    env,
  );
  if ((config.oidcIssuer === null) !== (config.oidcClientId === null)) {
    throw new ConfigurationError(['OIDC_ISSUER and OIDC_CLIENT_ID must be given together.']);
  }
  return config;
}
