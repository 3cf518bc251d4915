import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Cleanup } from '../../scratch/cleanup.js';
import { type Service, startService } from '../../scratch/services.js';
import { eventually } from '../eventually.js';
import { psql } from '../postgres.js';

const SERVICE_KEY = 'the service key of the drill of imports';
const HEADERS = { 'X-Api-Key': SERVICE_KEY, 'Content-Type': 'application/zip' };

export interface Run {
  readonly id: string;
  readonly status: string;
  readonly createdAt: string;
  readonly startedAt: string;
  readonly finishedAt: string | null;
  readonly files: readonly { readonly updated: number }[];
}

const COUNT = 'select count(*) from reporting.import_run';

/** A database of its own, with services on it that may be killed. */
export class Lane {
  private readonly folder: string;
  private services: Service[] = [];

  constructor(
    private readonly databaseUrl: string,
    private readonly cleanup: Cleanup,
  ) {
    this.folder = mkdtempSync(path.join(tmpdir(), 'drill-imports-'));
    cleanup.add(() => rmSync(this.folder, { recursive: true, force: true }));
  }

  async start(): Promise<void> {
    const env = {
      ...process.env,
      DATABASE_URL: this.databaseUrl,
      TMPDIR: this.folder,
      SERVICE_KEY,
      LOG_LEVEL: 'silent',
      RATE_LIMIT_DEFAULT: 'off',
      SESSION_SECRET: 'a'.repeat(32),
    };
    this.services.push(await startService('reporting', env, this.cleanup));
  }

  /** SIGKILL of all. */
  async kill(): Promise<void> {
    const killed = this.services.splice(0);
    for (const { child } of killed) child.kill('SIGKILL');
    await Promise.all(killed.map(({ exited }) => exited));
  }

  /** Uploads an archive. Returns the id of its run. */
  async upload(file: string, replica = 0): Promise<string> {
    const response = await fetch(this.url(replica), {
      method: 'POST',
      headers: HEADERS,
      body: readFileSync(file),
    });
    const { id } = (await response.json()) as { id: string };
    if (response.status !== 202) throw new Error(`An upload was answered with ${response.status}.`);
    return id;
  }

  /** Sends half of an archive. */
  async uploadHalf(file: string): Promise<void> {
    const body = readFileSync(file);
    const headers = { ...HEADERS, 'Content-Length': body.length };
    const sending = request(this.url(0), { method: 'POST', headers }).on('error', () => undefined);
    sending.write(body.subarray(0, body.length / 2));
    await wait(500 * Math.random());
  }

  /** As a replica shows it, once the database is there. */
  find(id: string): Promise<Run> {
    return eventually(async () => {
      const response = await fetch(`${this.url(0)}/${id}`, { headers: HEADERS });
      if (!response.ok) throw new Error(`A run was answered with ${response.status}.`);
      return (await response.json()) as Run;
    });
  }

  async untilEnded(id: string): Promise<Run> {
    for (;;) {
      const run = await this.find(id);
      if (run.finishedAt !== null) return run;
      await wait(100);
    }
  }

  /** How many runs there are. */
  async count(): Promise<number> {
    return Number(await eventually(() => psql(this.databaseUrl, COUNT)));
  }

  /** How many temporary files there are. */
  files(): number {
    return readdirSync(this.folder).length;
  }

  private url(replica: number): string {
    return `${this.services[replica]!.url}/sync/imports`;
  }
}
