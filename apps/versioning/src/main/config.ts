import { list, rateLimit, readSettings, type SettingValues } from '@platform/config';
import { databaseSettings } from '@platform/db';
import { serverSettings } from '@platform/http/settings';
import { auditSettings } from '@platform/service';
import { z } from 'zod';
import { trustedIssuersSetting } from '../trusted-issuers/trusted-issuers';

/** All environment variables of the service; `--help` prints them. */
export const settings = {
  ...serverSettings({ port: 3001 }),
  ...databaseSettings,
  VERSIONING_API_KEYS: list(
    'bootstrap keys, comma-separated, each at least 32 characters: all scopes, every slug',
    z.string().min(32, 'keys of at least 32 characters each, separated by commas'),
  ),
  TRUSTED_ISSUERS: trustedIssuersSetting,
  ...auditSettings,
  RATE_LIMIT_DEFAULT: rateLimit('300/60', 'calls of one key, COUNT/SECONDS or off'),
  RATE_LIMIT_FAILED_AUTH: rateLimit('20/60', 'failed authentications of one address'),
};

export type Config = SettingValues<typeof settings>;

/** @throws ConfigurationError naming all faults */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  return readSettings(settings, env);
}
