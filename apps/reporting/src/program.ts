import { type Service, serviceProgram, withDatabase } from '@platform/service';
import type { Command } from 'commander';
import { version } from '../package.json';
import { accountsCommand } from './access/accounts/accounts-command';
import { secretsCommand } from './access/secrets/secrets-command';
import { createApp } from './app';
import type { WithTools } from './command-output';
import { type Config, readConfig, settings } from './config';
import { type Context, createContext } from './context';
import { demoCommand } from './records/demonstration/demo-command';
import { importCommand } from './records/import/import-command';
import { verifyCommand } from './reports/compliance/standing-bitmaps';
import { snapshotCommand } from './snapshots/snapshot-command';

export const reporting: Service<Config, Context> = {
  name: 'reporting',
  description:
    'Who in an organization meets its competency requirements, who does not, and how that changes.',
  settings,
  readConfig,
  createContext,
  createApp,
};

/** `reporting …`: everything that the command line does. */
export function reportingProgram(env: NodeJS.ProcessEnv): Command {
  const readConfig = () => reporting.readConfig(env, 'command');
  const withTools: WithTools = work => withDatabase('reporting', readConfig(), work);
  const withBulkTools: WithTools = work =>
    withDatabase('reporting', readConfig(), work, { isBulk: true });
  return serviceProgram(reporting, env)
    .version(version)
    .addCommand(importCommand(withBulkTools))
    .addCommand(demoCommand(withBulkTools))
    .addCommand(accountsCommand(withTools))
    .addCommand(secretsCommand(withTools))
    .addCommand(snapshotCommand(withBulkTools))
    .addCommand(verifyCommand(withBulkTools));
}
