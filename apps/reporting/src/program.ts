import { serviceProgram, withDatabase } from '@platform/command-line';
import type { Command } from 'commander';
import { accountsCommand } from './accounts/accounts-command';
import { secretsCommand } from './client-secrets/secrets-command';
import type { WithTools } from './commands';
import { demoCommand } from './demonstration/demo-command';
import { importCommand } from './import/import-command';
import { reporting } from './service';
import { snapshotCommand } from './snapshots/snapshot-command';

/** `reporting …`: everything that the command line does. */
export function reportingProgram(env: NodeJS.ProcessEnv): Command {
  const readConfig = () => reporting.readConfig(env, 'command');
  const withTools: WithTools = work => withDatabase('reporting', readConfig(), work);
  const withBulkTools: WithTools = work =>
    withDatabase('reporting', readConfig(), work, { isBulk: true });
  return serviceProgram(reporting, env)
    .addCommand(importCommand(withBulkTools))
    .addCommand(demoCommand(withBulkTools))
    .addCommand(accountsCommand(withTools))
    .addCommand(secretsCommand(withTools))
    .addCommand(snapshotCommand(withBulkTools));
}
