import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { commandLine, migrate } from '../scratch/services.js';
import type { Drill, DrillContext, Row } from './drill.js';
import { Lane, type Run } from './imports/lane.js';
import { type Cluster, createCluster, newFolder, psql, urlOf } from './postgres.js';
import { countFound, describeFound } from './whole-command.js';

const TIMES = 50;

/** Databases on which imports are disturbed side by side: the next import of each waits for half a minute. */
const LANES = 5;

/** Milliseconds within which a run whose process is gone has to say so. */
const UNTIL_INTERRUPTED = 60_000;

const OTHER_VALUES = `
  update reporting.member set job_title = coalesce(job_title, '') || ' *';
  update reporting.department set name = name || ' *';
  update reporting.competency set name = name || ' *';
  update reporting.ticket set issued_at = issued_at + interval '1 day', is_required = not is_required`;

/**
 * SIGKILL of the service under an upload and under its import, and of PostgreSQL under imports; then uploads to two
 * replicas alternately.
 */
export const drill: Drill = async function* (context): AsyncGenerator<Row> {
  const { cleanup, times = TIMES, say } = context;
  const cluster = await createCluster(cleanup);
  await cluster.start();
  const files = await makeArchives(cluster, context);
  const lanes: DisturbedLane[] = [];
  for (let number = 0; number < Math.min(LANES, times); number++) {
    await cluster.query(`create database lane_${number} template records`);
    const lane = new Lane(urlOf(cluster.port, `lane_${number}`), cleanup);
    await lane.start();
    // The database has the values of the second archive.
    lanes.push({ lane, files, target: 0, disturbedAt: 0 });
  }
  const { duration, updated } = await measure(lanes);
  say(`an import takes ${(duration / 1000).toFixed(1)} s and changes ${updated} rows`);

  const moment = () => wait(1.2 * duration * Math.random());
  const restart = async (disturbed: DisturbedLane) => {
    const { lane } = disturbed;
    disturbed.disturbedAt = performance.now();
    await lane.kill();
    await lane.start();
  };
  const disturb = (what: string, disturbance: Disturbance) =>
    underImports({ what, lanes, updated, times, say }, disturbance);
  yield await disturb(
    'The service killed under an upload',
    each(async disturbed => {
      await disturbed.lane.uploadHalf(nextFile(disturbed));
      await restart(disturbed);
      return null;
    }),
  );
  yield await disturb(
    'The service killed under an import',
    each(async disturbed => {
      const id = await disturbed.lane.upload(nextFile(disturbed));
      await moment();
      await restart(disturbed);
      return id;
    }),
  );
  yield await disturb('PostgreSQL killed under imports', async all => {
    const uploading = each(async disturbed => {
      await moment();
      return disturbed.lane.upload(nextFile(disturbed));
    });
    const ids = await uploading(all);
    await wait(0.4 * duration * Math.random());
    for (const disturbed of all) disturbed.disturbedAt = performance.now();
    await cluster.kill();
    await cluster.start();
    return ids;
  });
  yield await atTwoReplicas(lanes[0]!, times);
};

interface DisturbedLane {
  readonly lane: Lane;
  /** Of the same rows with other values. */
  readonly files: readonly [string, string];
  /** The file that is imported next. */
  target: 0 | 1;
  /** On the clock of `performance.now()`. */
  disturbedAt: number;
}

/** Disturbs an upload of each; resolves with the runs, where there are any. */
type Disturbance = (lanes: readonly DisturbedLane[]) => Promise<readonly (string | null)[]>;

function each(disturb: (disturbed: DisturbedLane) => Promise<string | null>): Disturbance {
  return lanes => Promise.all(lanes.map(disturb));
}

function nextFile({ files, target }: DisturbedLane): string {
  return files[target];
}

/** Writes the records of the demonstration twice, with other values; the database keeps the second ones. */
async function makeArchives(
  { port }: Cluster,
  { cleanup }: DrillContext,
): Promise<readonly [string, string]> {
  const url = urlOf(port, 'records');
  await psql(urlOf(port, 'postgres'), 'create database records');
  await migrate(url);
  const run = commandLine({ ...process.env, DATABASE_URL: url });
  await run('reporting', ['demo']);
  const folder = newFolder(cleanup);
  const files = [path.join(folder, 'one.zip'), path.join(folder, 'two.zip')] as const;
  await run('reporting', ['export', files[0]]);
  await psql(url, OTHER_VALUES);
  await run('reporting', ['export', files[1]]);
  return files;
}

/** Imports on all lanes at once: milliseconds of the slowest, and how many rows an import changes. */
async function measure(
  lanes: readonly DisturbedLane[],
): Promise<{ duration: number; updated: number }> {
  const began = performance.now();
  const runs = await Promise.all(lanes.map(disturbed => importNext(disturbed)));
  return { duration: performance.now() - began, updated: updatedBy(runs[0]!) };
}

/** Undisturbed. The other file is the next. */
async function importNext(disturbed: DisturbedLane): Promise<Run> {
  const { lane } = disturbed;
  const run = await lane.untilEnded(await lane.upload(nextFile(disturbed)));
  if (run.status !== 'succeeded')
    throw new Error(`An undisturbed import did not succeed: ${JSON.stringify(run)}`);
  disturbed.target = disturbed.target === 0 ? 1 : 0;
  return run;
}

function updatedBy({ files }: Run): number {
  return files.reduce((sum, { updated }) => sum + updated, 0);
}

interface Disturbed {
  readonly what: string;
  readonly lanes: readonly DisturbedLane[];
  /** How many rows an import changes. */
  readonly updated: number;
  readonly times: number;
  readonly say: (text: string) => void;
}

/** What the next import of the same file has to change says what the one before it left. */
async function underImports(
  { what, lanes, updated, times, say }: Disturbed,
  disturbance: Disturbance,
): Promise<Row> {
  const found = countFound();
  const ends: Record<string, number> = {};
  let [files, untrue, slowest] = [0, 0, 0];
  for (let done = 0; done < times; done += lanes.length) {
    const some = lanes.slice(0, times - done);
    const ids = await disturbance(some);
    files += some.reduce((sum, { lane }) => sum + lane.files(), 0);
    const next = Promise.all(some.map(importNext));
    const runs = await Promise.all(
      some.map(async ({ lane, disturbedAt }, index) => {
        const run = ids[index] ? await lane.untilEnded(ids[index]) : null;
        if (run) slowest = Math.max(slowest, performance.now() - disturbedAt);
        return run;
      }),
    );
    for (const [index, run] of (await next).entries()) {
      const changed = updatedBy(run);
      const left = changed === updated ? 'nothing' : changed === 0 ? 'everything' : 'a part';
      const status = runs[index]?.status ?? 'none';
      found[left] += 1;
      ends[status] = (ends[status] ?? 0) + 1;
      untrue += Number((status === 'succeeded') !== (left === 'everything'));
    }
    say(`${what}: ${done + some.length} of ${times}`);
  }
  return {
    what,
    times,
    counted: {
      ...describeFound(found),
      runs: Object.entries(ends)
        .map(end => end.join(' '))
        .join(' and '),
      'runs that say otherwise': untrue,
      'temporary files left': files,
      'longest until a run has ended': `${(slowest / 1000).toFixed(1)} s`,
    },
    holds: found['a part'] + untrue + files === 0 && slowest < UNTIL_INTERRUPTED,
  };
}

/** Ten wait at most. */
const AT_ONCE = 10;

async function atTwoReplicas({ lane, files }: DisturbedLane, times: number): Promise<Row> {
  await lane.start();
  const runs: Run[] = [];
  while (runs.length < times) {
    const ids: string[] = [];
    while (ids.length < AT_ONCE && runs.length + ids.length < times) {
      const number = ids.length;
      ids.push(await lane.upload(files[number % 2 === 0 ? 0 : 1], number % 2));
    }
    for (const id of ids) runs.push(await lane.untilEnded(id));
  }
  const overlapping = runs.filter(
    (run, index) =>
      index > 0 && Date.parse(run.startedAt) < Date.parse(runs[index - 1]!.finishedAt!),
  );
  const failed = runs.filter(({ status }) => status !== 'succeeded');
  return {
    what: 'Uploads to two replicas alternately',
    times,
    counted: {
      'before the one that arrived earlier had ended': overlapping.length,
      'that did not succeed': failed.length,
    },
    holds: overlapping.length + failed.length === 0,
  };
}
