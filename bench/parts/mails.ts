import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { SMTPServer } from 'smtp-server';
import { figure, printTable, residentMegabytes } from '../measure.js';
import type { Stage } from '../stage.js';

const RECIPIENTS = Number(process.env.BENCH_RECIPIENTS ?? 10_000);
/** Mails after which the service takes as much memory as in use. */
const BEFORE = 500;
/** Milliseconds that the server takes for a mail. */
const DELAY = 20;
/** Milliseconds between two calls of health. */
const PAUSE = 50;

/** Mails to many recipients, as reminders of a large organization are: their pace, memory, and health meanwhile. */
export async function mails(stage: Stage): Promise<void> {
  const server = await startMailServer();
  const service = await stage.service('reporting', undefined, {
    SMTP_URL: `smtp://127.0.0.1:${server.port}`,
    MAIL_FROM: 'reports@bench.example',
    PUBLIC_URL: 'https://reports.bench.example',
  });
  try {
    await signInInVain(service.url);
    await addMails(stage, BEFORE);
    while (server.taken() < BEFORE) await wait(PAUSE);
    const before = residentMegabytes(service.pid);
    const [health, memory]: [number[], number[]] = [[], []];
    await addMails(stage, RECIPIENTS);
    while (server.taken() === BEFORE) await wait(1);
    const start = performance.now();
    while (server.taken() < BEFORE + RECIPIENTS) {
      health.push(await timeOfHealth(service.url));
      memory.push(residentMegabytes(service.pid));
      await wait(PAUSE);
    }
    const minutes = (performance.now() - start) / 60_000;
    printTable(
      [`${RECIPIENTS.toLocaleString('en')} mails, the server takes ${DELAY} ms for each`, ''],
      [
        ['mails per minute', figure(RECIPIENTS / minutes)],
        ['health, slowest ms', figure(Math.max(...health))],
        ['service, MB more', figure(Math.max(...memory) - before)],
      ],
    );
  } finally {
    server.close();
    await stage.client.query(
      "delete from reporting.account where email like '%@mails.bench.example'",
    );
  }
}

async function startMailServer() {
  let taken = 0;
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onData(stream, _session, callback) {
      stream.resume();
      stream.once('end', () => {
        setTimeout(() => {
          taken += 1;
          callback();
        }, DELAY);
      });
    },
  });
  smtp.listen(0, '127.0.0.1');
  await once(smtp.server, 'listening');
  const { port } = smtp.server.address() as AddressInfo;
  return { port, taken: () => taken, close: () => smtp.close() };
}

/** Each to an account of its own. */
async function addMails({ client }: Stage, count: number): Promise<void> {
  await client.query(
    `with recipient as (
      insert into reporting.account (uuid, email, name)
      select id, id || '@mails.bench.example', 'Somebody'
      from (select gen_random_uuid() as id from generate_series(1, $1)) as added
      returning id, email
    )
    insert into reporting.mail (account_id, kind, reason)
    select id, 'test', 'bench ' || email
    from recipient`,
    [count],
  );
}

/** Recorded through Prisma, whose engine is loaded for it. */
async function signInInVain(url: string): Promise<void> {
  await fetch(`${url}/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'nobody@mails.bench.example', password: 'none of anybody' }),
  });
}

async function timeOfHealth(url: string): Promise<number> {
  const start = performance.now();
  const response = await fetch(`${url}/diagnostic/health`);
  await response.arrayBuffer();
  if (!response.ok) throw new Error(`Health answers ${response.status}.`);
  return performance.now() - start;
}
