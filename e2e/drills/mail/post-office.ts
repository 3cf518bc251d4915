import type { Cleanup } from '../../scratch/cleanup.js';
import { startPgBouncer } from '../../scratch/pgbouncer.js';
import { run } from '../../scratch/programs.js';
import {
  commandLine,
  migrate,
  type Reader,
  type Service,
  startService,
} from '../../scratch/services.js';
import { eventually } from '../eventually.js';
import { createCluster, newFolder } from '../postgres.js';
import { type MailServer, startMailServer } from './mail-server.js';
import { type Outbox, openOutbox } from './outbox.js';

export type Victim = 'replica' | 'database' | 'mail server';

/** Two replicas of reporting with a database and a mail server of their own, each of which a drill may kill. */
export interface PostOffice {
  /** How the replicas reach the database. */
  readonly way: 'straight' | 'through PgBouncer';
  readonly mailServer: MailServer;
  readonly outbox: Outbox;
  /** Calls a replica as an operator, again until it is answered; resolves with the replica's name. */
  readonly call: (path: string, body?: object) => Promise<string>;
  /**
   * Kills a victim and starts it again; resolves with the mails that may be repeated: those that the mail server had
   * taken and the database did not have as sent, and those that it took meanwhile.
   * @param replica its name, which the mail server knows it by
   */
  readonly kill: (victim: Victim, replica: string) => Promise<ReadonlySet<string>>;
}

const REPLICAS = ['replica-0', 'replica-1'] as const;

/** What every post office begins with: a database with an operator. */
export interface Foundation {
  readonly folder: string;
  readonly secret: string;
}

const ENVIRONMENT = {
  ...process.env,
  LOG_LEVEL: 'silent',
  RATE_LIMIT_DEFAULT: 'off',
  SESSION_SECRET: 'a'.repeat(32),
  MAIL_FROM: 'Reporting <reporting@example.org>',
  PUBLIC_URL: 'https://reporting.example.org',
};

export async function layFoundation(cleanup: Cleanup): Promise<Foundation> {
  const cluster = await createCluster(cleanup);
  await cluster.start();
  await migrate(cluster.url);
  const runCommand = commandLine({ ...ENVIRONMENT, DATABASE_URL: cluster.url });
  const { company } = JSON.parse(await runCommand('reporting', ['demo', '--json'])) as Reader;
  const operator = await cluster.query('select email from reporting.account where is_operator');
  const owner = ['--email', operator, '--company', company];
  const secret = await runCommand('reporting', ['secrets', 'create', ...owner]);
  await cluster.stop();
  return { folder: cluster.folder, secret };
}

export async function openPostOffice(
  cleanup: Cleanup,
  { folder: foundation, secret }: Foundation,
  { isPooled }: { readonly isPooled: boolean },
): Promise<PostOffice> {
  const folder = newFolder(cleanup);
  await run('cp', ['-a', `${foundation}/.`, folder]);
  const cluster = await createCluster(cleanup, { folder, isMade: true });
  await cluster.start();
  const mailServer = await startMailServer(cleanup);
  const url = isPooled
    ? await startPgBouncer(cluster.url, cleanup, { server_login_retry: '1' })
    : cluster.url;
  const outbox = openOutbox(cluster, cleanup);
  const replicas = await startNamedReplicas(url, mailServer.port, cleanup);
  const parts: Record<Victim, Killable> = {
    replica: replicas,
    database: cluster,
    'mail server': mailServer,
  };
  return {
    way: isPooled ? 'through PgBouncer' : 'straight',
    mailServer,
    outbox,
    call: (path, body) =>
      eventually(async () => {
        const replica = anyReplica();
        const response = await fetch(replicas.urlOf(replica) + path, {
          method: 'POST',
          headers: { 'X-Api-Key': secret, 'Content-Type': 'application/json' },
          ...(body && { body: JSON.stringify(body) }),
        });
        if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
        return replica;
      }),
    async kill(victim, replica) {
      const taken = mailServer.taken.length;
      const unrecorded = await outbox.waiting(mailServer.taken);
      await parts[victim].kill(replica);
      mailServer.release();
      if (victim === 'database') {
        await cluster.start();
        // A replica that was slow sends a mail on whose transaction the database has ended.
        await mailServer.answered();
      }
      const meanwhile = mailServer.taken.slice(taken);
      if (victim !== 'database') await parts[victim].start(replica);
      return new Set([...unrecorded, ...meanwhile]);
    },
  };
}

interface Killable {
  kill(replica: string): unknown;
  start(replica: string): Promise<void>;
}

/** Replicas that the mail server knows by their names. */
async function startNamedReplicas(databaseUrl: string, mailPort: number, cleanup: Cleanup) {
  const replicas = new Map<string, Service>();
  const start = async (replica: string) => {
    const SMTP_URL = `smtp://127.0.0.1:${mailPort}?name=${replica}`;
    const env = { ...ENVIRONMENT, DATABASE_URL: databaseUrl, SMTP_URL };
    replicas.set(replica, await startService('reporting', env, cleanup));
  };
  for (const replica of REPLICAS) await start(replica);
  return {
    urlOf: (replica: string) => replicas.get(replica)!.url,
    start,
    async kill(replica: string) {
      const { child, exited } = replicas.get(replica)!;
      child.kill('SIGKILL');
      await exited;
    },
  };
}

export function anyReplica(): string {
  return REPLICAS[Math.round(Math.random())]!;
}
