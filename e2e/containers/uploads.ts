import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { eventually } from '../scratch/eventually.js';
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
  await eventually(async () => {
    const run = await fetch(`${base}/sync/imports/${id}`, { headers });
    assert.equal(((await run.json()) as { status: string }).status, 'succeeded');
  });
  return `an upload of ${body.length} bytes is read`;
}
