import { serviceProgram } from '@platform/command-line';
import type { Command } from 'commander';
import { reporting } from './service';

/** `reporting …`: everything that the command line does. */
export function reportingProgram(env: NodeJS.ProcessEnv): Command {
  return serviceProgram(reporting, env);
}
