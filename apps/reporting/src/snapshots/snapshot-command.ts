import { Command } from 'commander';
import { findOrganizationId } from '../access/organizations/organizations';
import { type CommandTools, print, type WithTools } from '../command-output';
import { takeSnapshots } from './take-snapshots';

interface Options {
  readonly company?: string;
  readonly json?: true;
}

/** `snapshot take`. */
export function snapshotCommand(withTools: WithTools): Command {
  const snapshot = new Command('snapshot').description(
    'the history that trends and monthly statistics read',
  );

  snapshot
    .command('take')
    .description("write today's compliance and this month's statistics, again if need be")
    .option('--company <handle>', 'of this organization alone')
    .option('--json', 'the counts as JSON, for scripts')
    .action((options: Options) => withTools(tools => take(tools, options)));

  return snapshot;
}

async function take({ db, log }: CommandTools, { company, json }: Options): Promise<void> {
  const scope =
    company === undefined ? {} : { organization: await findOrganizationId(db, company) };
  const taken = await takeSnapshots({ db, log, clock: () => new Date(), ...scope });
  const { organizations, totals, statistics } = taken;
  print(
    json
      ? JSON.stringify(taken)
      : `Snapshots of ${organizations} organizations: ${totals} totals, ${statistics} monthly statistics.`,
  );
}
