import { type Service, serviceProgram, withDatabase } from '@platform/service';
import type { Command } from 'commander';
import { keysCommand } from './api-keys/keys-command';
import { createApp } from './app';
import { type Config, readConfig, settings } from './config';
import { type Context, createContext } from './context';

export const versioning: Service<Config, Context> = {
  name: 'versioning',
  description:
    'Semantic version numbers of named packages, handed out atomically to build pipelines.',
  settings,
  readConfig,
  createContext,
  createApp,
};

/** `versioning …`: everything that the command line does. */
export function versioningProgram(env: NodeJS.ProcessEnv): Command {
  return serviceProgram(versioning, env).addCommand(
    keysCommand(work => withDatabase('versioning', versioning.readConfig(env, 'command'), work)),
  );
}
