import getPort from 'get-port';
import type { Drill, Row } from '../drill.js';
import type { Cleanup } from '../scratch/cleanup.js';
import { eventually } from '../scratch/eventually.js';
import { startNginx } from '../scratch/nginx.js';
import { printedBlocks, run } from '../scratch/programs.js';
import {
  type CommandLine,
  commandLine,
  letRead,
  makeReader,
  migrate,
  type Reader,
  startService,
  withoutLimits,
} from '../scratch/services.js';
import { type Cluster, newFolder, programs, startCluster, urlOf } from './postgres.js';
import { startReports } from './reports.js';
import { startSecrets } from './secrets.js';

const PAGE = 'docs/installations.md';

const [, END_RANGE = '', SET_RANGE = '', MOVE = ''] = printedBlocks(PAGE, 'sh');
const [MAP = ''] = printedBlocks(PAGE, 'nginx');

/** Loopback addresses in place of host names. */
const [OTHERS, MOVED] = ['127.0.0.1', '127.0.0.2'];

/** How long the organization may be unavailable. */
const MAX_SECONDS = 1_800;

/** Moves the demo's largest organization behind nginx while its people and those of another organization work. */
export const drill: Drill = async function* ({ cleanup, say }): AsyncGenerator<Row> {
  const cluster = await startCluster(cleanup);
  const [from, to] = ['first', 'second'].map(name => urlOf(cluster.port, name)) as [string, string];
  for (const name of ['first', 'second']) await cluster.query(`create database ${name}`);
  for (const url of [from, to]) await migrate(url);
  const shell = (commands: string, company = '') =>
    run('bash', ['-euo', 'pipefail', '-c', commands], {
      env: {
        ...{ ...process.env, PATH: `${programs()}:${process.env.PATH}`, COMPANY: company },
        ...{ REPORTING_DB: from, NEW_REPORTING_DB: to },
      },
    });
  await shell(END_RANGE);
  await shell(SET_RANGE);

  say('loading 111,000 people');
  const runCommand = commandLine(withoutLimits(from));
  const moving = await makeReader(runCommand, 'large');
  const staying = await makeReader(runCommand);
  const services = await Promise.all(
    [from, to].map(url => startService('reporting', withoutLimits(url), cleanup)),
  );
  const [first, second] = services.map(({ url }) => url) as [string, string];
  const proxy = await startProxy(first, cleanup);

  const witness = await addWitness(cluster, runCommand, moving);
  const before = await readGaps(proxy.urlOf(MOVED), witness);
  const own = await startSecrets(proxy.urlOf(MOVED), moving, MAX_SECONDS);
  const others = await startSecrets(proxy.urlOf(OTHERS), staying);
  const reports = await startReports(
    proxy.urlOf(OTHERS),
    await addWitness(cluster, runCommand, staying),
  );
  await reports.progress(5);
  const rowsIn = async (url: string) =>
    (await shell(`psql -XAtq --set company='${moving.company}' --file ${ROWS} '${url}'`)).split(
      '\n',
    );

  await proxy.route('""');
  const rows = await rowsIn(from);
  say('moving');
  const begun = performance.now();
  await shell(MOVE, moving.company);
  const duration = (performance.now() - begun) / 1_000;
  const moved = new Set(await rowsIn(to));
  await proxy.route(second);
  say('moved');
  const after = await readGaps(proxy.urlOf(MOVED), witness);
  const atOld = await readGaps(first, witness);
  await reports.progress(5);
  const ownCount = await own.finish();
  const othersCount = await others.finish();
  const { reports: read, ...failed } = await reports.finish();
  const different = rows.filter(row => !moved.has(row)).map(row => row.split('|')[0]);
  const lost = ownCount.lost + othersCount.lost;
  const twice = ownCount.twice + othersCount.twice;
  const isWrong = [before.status, after.status, atOld.status].join() !== '200,200,401';
  yield {
    what: 'an organization of 20,000 people moved to another database',
    times: 1,
    counted: {
      rows: rows.reduce((sum, row) => sum + Number(row.split('|')[1]), 0),
      'tables that differ': different.join(' ') || 0,
      'its secrets': ownCount.secrets,
      "others' secrets": othersCount.secrets,
      ...{ lost, twice, "others' reports": read, ...failed },
      'unavailable for': `${duration.toFixed(0)} s`,
    },
    holds:
      !isWrong &&
      after.text === before.text &&
      different.length + lost + twice + failed.refused + failed['cut off'] + failed.wrong === 0,
  };
};

const ROWS = 'apps/reporting/test/statements/rows-of-organization.sql';

/** Issues a secret of another person in the organization, which does not change during the move. */
async function addWitness(
  cluster: Cluster,
  runCommand: CommandLine,
  { email, company }: Reader,
): Promise<string> {
  const found = await cluster.query(
    `select email from reporting.member
    join reporting.account on account.id = account_id and email <> '${email}'
    join reporting.company on company.id = company_id and handle = '${company}'
    where has_access order by member.id limit 1`,
    'first',
  );
  return letRead(runCommand, found, company);
}

async function readGaps(url: string, secret: string) {
  const path = '/reporting/achievement-gaps/achievements?pageSize=200';
  const response = await fetch(url + path, { headers: { 'X-Api-Key': secret } });
  return { status: response.status, text: await response.text() };
}

/** Starts nginx with the documented map; `route` replaces the address of the organization being moved. */
async function startProxy(first: string, cleanup: Cleanup) {
  const port = await getPort();
  const urlOf = (host: string) => `http://${host}:${port}`;
  const serversFor = (address: string) => {
    const map = MAP.replaceAll('http://10.0.0.11:3002', first).replace(
      /acme\.example\.org .*;/,
      `${MOVED} ${address};`,
    );
    return `${map}
    server { listen ${OTHERS}:${port}; listen ${MOVED}:${port};
      location / { if ($reporting = "") { return 503; } proxy_pass $reporting; } }`;
  };
  const health = `${urlOf(MOVED)}/diagnostic/health`;
  const replace = await startNginx(serversFor(first), newFolder(cleanup), health, cleanup);
  return {
    urlOf,
    /** Resolves once nginx uses the address. */
    async route(address: string) {
      replace(serversFor(address));
      const expected = address === '""' ? 503 : 200;
      await eventually(async () => {
        if ((await fetch(health)).status !== expected) throw new Error('nginx has not reloaded.');
      });
    },
  };
}
