import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import { type Service, serviceProgram, withDatabase } from '@platform/service';
import { version } from '../../package.json';
import { snapshotCommand } from '../compliance/snapshots/snapshot-command';
import { verifyCommand } from '../compliance/verify-command';
import { demoCommand } from '../demo/demo-command';
import { exportCommand } from '../export/export-command';
import { accountsCommand } from '../identity/accounts/accounts-command';
import { secretsCommand } from '../identity/secrets/secrets-command';
import { sessionsCommand } from '../identity/sign-in/sessions-command';
import { importCommand } from '../import/import-command';
import { makePrivateFolder } from '../mail/outbox/private-folder';
import {
  eraseAgainCommand,
  erasuresCommand,
  withPrivacyCommands,
} from '../privacy/privacy-commands';
import type { createContext } from './compose';
import { type Config, outboxFolder, readConfig, settings, type WithTools } from './config';
import { definitions } from './definitions';

export const reporting: Service<Config, ReturnType<typeof createContext>> = {
  name: 'reporting',
  description:
    'Reports on who meets the competency requirements of an organization, and how that changes over time.',
  settings,
  definitions,
  readConfig,
  async createContext(config, databaseUrl) {
    await requireOutbox(config);
    return (await import('reporting/compose')).createContext(config, databaseUrl);
  },
  createApp: async context => (await import('reporting/app')).createApp(context),
};

/** Creates the folder for emails. Without one, every email would fail later. @throws Error if it cannot be used */
async function requireOutbox({ smtpUrl }: Config): Promise<void> {
  const folder = smtpUrl === null ? null : outboxFolder(smtpUrl);
  if (folder === null) return;
  try {
    await makePrivateFolder(folder);
  } catch (cause) {
    throw new Error(`SMTP_URL: the folder ${folder} cannot be used.`, { cause });
  }
}

export function reportingProgram(env: NodeJS.ProcessEnv): CommandUnknownOpts {
  const readConfig = () => reporting.readConfig(env, 'command');
  const withTools: WithTools = work => withDatabase(reporting, readConfig(), work);
  const withBulkTools: WithTools = work =>
    withDatabase(reporting, readConfig(), work, { isBulk: true });
  return serviceProgram(reporting, env)
    .version(version)
    .addCommand(importCommand(withBulkTools))
    .addCommand(exportCommand(withBulkTools))
    .addCommand(demoCommand(withBulkTools))
    .addCommand(withPrivacyCommands(accountsCommand(withTools), withBulkTools))
    .addCommand(erasuresCommand(withTools))
    .addCommand(eraseAgainCommand(withBulkTools))
    .addCommand(secretsCommand(withTools))
    .addCommand(sessionsCommand(withTools))
    .addCommand(snapshotCommand(withBulkTools))
    .addCommand(verifyCommand(withBulkTools));
}
