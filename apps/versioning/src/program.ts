import { serviceProgram, withDatabase } from '@platform/command-line';
import type { Command } from 'commander';
import { keysCommand } from './api-keys/keys-command';
import { versioning } from './service';

/** `versioning …`: everything that the command line does. */
export function versioningProgram(env: NodeJS.ProcessEnv): Command {
  return serviceProgram(versioning, env).addCommand(
    keysCommand(work => withDatabase('versioning', versioning.readConfig(env, 'command'), work)),
  );
}
