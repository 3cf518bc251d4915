import { Command, type CommandUnknownOpts } from '@commander-js/extra-typings';
import { printResult } from '@platform/service';
import { requireOrganizationId } from '../../identity/organizations/organizations';
import type { CommandTools, WithTools } from '../../main/config';
import { renewCounts } from '../renew-counts';
import { takeSnapshot } from './take-snapshot';

export function snapshotCommand(withTools: WithTools): CommandUnknownOpts {
  const snapshot = new Command('snapshot').description(
    'snapshots for trends and monthly statistics',
  );

  snapshot
    .command('take')
    .description("write today's compliance and this month's statistics, replacing existing ones")
    .option('--company <handle>', 'only for this organization')
    .option('--json', 'print the counts as JSON')
    .action(options => withTools(tools => take(tools, options)));

  return snapshot;
}

async function take(
  { db, log }: CommandTools,
  { company, json }: { readonly company?: string; readonly json?: true },
): Promise<void> {
  const scope =
    company === undefined ? {} : { organization: await requireOrganizationId(db, company) };
  const taken = await takeSnapshots({ db, log, clock: () => new Date(), ...scope });
  const { organizations, totals, statistics } = taken;
  const text = `Took snapshots. Organizations: ${organizations}; totals: ${totals}; monthly statistics: ${statistics}.`;
  printResult(taken, { json, text });
}

/**
 * Takes snapshots of one or all organizations, each in a separate transaction.
 * @throws Error naming the organizations for which it failed
 */
export async function takeSnapshots({
  db,
  log,
  clock,
  organization,
}: Omit<CommandTools, 'config'> & { clock: () => Date; organization?: number }) {
  await renewCounts({ db });
  const companies = await db.prisma.company.findMany({
    where: organization === undefined ? {} : { id: organization },
    select: { id: true, handle: true },
    orderBy: { id: 'asc' },
  });
  const taken = { organizations: 0, totals: 0, statistics: 0 };
  const failed: string[] = [];
  for (const { id, handle } of companies) {
    try {
      const { totals, statistics } = await takeSnapshot(db, id, clock());
      taken.organizations++;
      taken.totals += totals;
      taken.statistics += statistics;
      log.info({ organization: handle, totals, statistics }, 'snapshot taken');
    } catch (error) {
      failed.push(handle);
      log.error({ err: error, organization: handle }, 'snapshot failed');
    }
  }
  if (failed.length > 0) throw new Error(`The snapshots of ${failed.join(', ')} failed.`);
  return taken;
}
