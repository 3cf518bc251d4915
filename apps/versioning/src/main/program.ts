import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import { type Service, serviceProgram, type WithTools, withDatabase } from '@platform/service';
import { version } from '../../package.json';
import { keysCommand } from '../api-keys/keys-command';
import { advanceCommand } from '../packages/advance-command';
import { clientCommands } from '../packages/client-commands';
import type { createContext } from './compose';
import { type Config, readConfig, settings } from './config';

const versioning: Service<Config, ReturnType<typeof createContext>> = {
  name: 'versioning',
  description:
    'Semantic version numbers of named packages, handed out atomically to build pipelines.',
  settings,
  definitions: null,
  readConfig,
  createContext: async (config, databaseUrl) =>
    (await import('versioning/compose')).createContext(config, databaseUrl),
  createApp: async context => (await import('versioning/app')).createApp(context),
};

export function versioningProgram(env: NodeJS.ProcessEnv): CommandUnknownOpts {
  const withTools: WithTools<Config> = work =>
    withDatabase(versioning, versioning.readConfig(env, 'command'), work);
  const program = serviceProgram(versioning, env)
    .version(version)
    .addCommand(keysCommand(withTools))
    .addCommand(advanceCommand(withTools));
  for (const command of clientCommands(env)) program.addCommand(command);
  return program;
}
