import { optionalText, readSettings, type SettingValues } from '@platform/config';
import { databaseSettings } from '@platform/db';
import { serverSettings } from '@platform/http';

/** Every environment variable of the service; `--help` prints this table. */
export const settings = {
  ...serverSettings({ port: 3002 }),
  ...databaseSettings,
  COMMIT: optionalText('the commit that this build was made from; images set it'),
};

export type Config = SettingValues<typeof settings>;

/** @throws ConfigurationError naming every fault at once */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  return readSettings(settings, env);
}
