import { serviceProgram } from '@platform/command-line';
import type { Command } from 'commander';
import { keysCommand } from './api-keys/keys-command';
import { versioning } from './service';
import { withDatabase } from './with-database';

/** `versioning …`: everything that the command line does. */
export function versioningProgram(env: NodeJS.ProcessEnv): Command {
  return serviceProgram(versioning, env).addCommand(
    keysCommand(work => withDatabase(versioning.readConfig(env), work)),
  );
}
