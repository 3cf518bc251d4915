import { readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { root } from '../scratch/programs.js';
import type { Stack } from './stack.js';

/** As in e2e/containers/unlimited.yaml. */
const SERVICE_KEY = 'only-for-the-checks-of-the-containers';

/** Exceeds nginx's default limit; empty lines are skipped. */
const PADDING = '\n'.repeat(16e6);

/** Uploads a table through nginx to the read-only container. */
export async function checkUploads({ origin }: Stack) {
  const base = `${origin}/reporting`;
  const headers = { 'x-api-key': SERVICE_KEY, 'content-type': 'text/csv' };
  const [header] = readFileSync(path.join(root, 'examples/import/tickets.csv'), 'utf8').split('\n');
  const body = `${header}${PADDING}`;
  const url = `${base}/sync/imports?file=tickets&dryRun=true`;
  const accepted = await fetch(url, { method: 'POST', headers, body });
  if (accepted.status !== 202) throw new Error(`${accepted.status} ${await accepted.text()}`);
  const { id } = (await accepted.json()) as { id: string };
  const status = await finalStatus(`${base}/sync/imports/${id}`, headers);
  if (status !== 'succeeded') throw new Error(`an upload is ${status}`);
  return `an upload of ${body.length} bytes is read`;
}

async function finalStatus(url: string, headers: Record<string, string>) {
  const deadline = performance.now() + 60_000;
  let status = 'waiting';
  while (performance.now() < deadline && !/^(succeeded|refused|failed|interrupted)$/.test(status)) {
    await wait(200);
    ({ status } = (await (await fetch(url, { headers })).json()) as { status: string });
  }
  return status;
}
