import { type Service, serviceProgram, withDatabase } from '@platform/service';
import type { Command } from 'commander';
import { version } from '../package.json';
import { accountsCommand } from './access/accounts/accounts-command';
import { eraseAgainCommand, erasuresCommand } from './access/privacy/privacy-commands';
import { secretsCommand } from './access/secrets/secrets-command';
import { sessionsCommand } from './access/sign-in/sessions-command';
import type { WithTools } from './command-output';
import type { createContext } from './compose';
import { type Config, readConfig, settings } from './config';
import { definitions } from './definitions';
import { demoCommand } from './records/demonstration/demo-command';
import { exportCommand } from './records/export/export-command';
import { importCommand } from './records/import/import-command';
import { verifyCommand } from './reports/compliance/verify-command';
import { snapshotCommand } from './snapshots/snapshot-command';

export const reporting: Service<Config, ReturnType<typeof createContext>> = {
  name: 'reporting',
  description:
    'Who in an organization meets its competency requirements, who does not, and how that changes.',
  settings,
  definitions,
  readConfig,
  createContext: async (config, databaseUrl) =>
    (await import('reporting/compose')).createContext(config, databaseUrl),
  createApp: async context => (await import('reporting/app')).createApp(context),
};

export function reportingProgram(env: NodeJS.ProcessEnv): Command {
  const readConfig = () => reporting.readConfig(env, 'command');
  const withTools: WithTools = work => withDatabase(reporting, readConfig(), work);
  const withBulkTools: WithTools = work =>
    withDatabase(reporting, readConfig(), work, { isBulk: true });
  return serviceProgram(reporting, env)
    .version(version)
    .addCommand(importCommand(withBulkTools))
    .addCommand(exportCommand(withBulkTools))
    .addCommand(demoCommand(withBulkTools))
    .addCommand(accountsCommand(withTools, withBulkTools))
    .addCommand(erasuresCommand(withTools))
    .addCommand(eraseAgainCommand(withBulkTools))
    .addCommand(secretsCommand(withTools))
    .addCommand(sessionsCommand(withTools))
    .addCommand(snapshotCommand(withBulkTools))
    .addCommand(verifyCommand(withBulkTools));
}
