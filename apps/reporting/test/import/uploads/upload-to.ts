import { readdirSync, readlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sendRequest, type TestReply, waitUntil } from '@platform/http/testing';
import { zipOf } from '@platform/spreadsheet/testing';
import { apiKey, type Headers } from '../../cast';
import { SERVICE_KEY, type TestApp } from '../../start-test-app';

export const ZIP = 'application/zip';
export const CSV = 'text/csv';
export const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

export interface Sent {
  readonly type?: string;
  readonly path?: string;
  readonly query?: string;
  readonly headers?: Headers;
  readonly as?: Headers;
}

/** Sends a file to a service as an upload, by the service key unless somebody else is named. */
export function upload(
  service: Pick<TestApp, 'url'>,
  body: Buffer | string,
  {
    type = ZIP,
    path: where = '/sync/imports',
    query = '',
    headers = [],
    as = apiKey(SERVICE_KEY),
  }: Sent = {},
): Promise<TestReply> {
  return sendRequest(`${service.url}${where}${query}`, {
    method: 'POST',
    body,
    headers: [...as, ['Content-Type', type], ...headers],
  });
}

/** The files of uploads that this process has open; they have no names. */
export function openFiles(): string[] {
  return readdirSync('/proc/self/fd').flatMap(fd => {
    try {
      const file = readlinkSync(path.join('/proc/self/fd', fd));
      return path.dirname(file) === tmpdir() && file.endsWith(' (deleted)') ? [file] : [];
    } catch {
      // It was closed meanwhile.
      return [];
    }
  });
}

/** The import once it has ended. */
export async function untilEnded(service: Pick<TestApp, 'url'>, id: string): Promise<any> {
  let run: any;
  await waitUntil(async () => {
    run = await findImport(service, id);
    return run.finishedAt !== null;
  });
  return run;
}

/** The import as it is now. */
export async function findImport(service: Pick<TestApp, 'url'>, id: string): Promise<any> {
  const headers = apiKey(SERVICE_KEY);
  return (await sendRequest(`${service.url}/sync/imports/${id}`, { headers })).body;
}

export const filesOf = (folder: Readonly<Record<string, string | Buffer>>): Buffer =>
  zipOf(Object.entries(folder).map(([name, content]) => ({ name, content })));
