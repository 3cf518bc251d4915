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

export interface UploadOptions {
  readonly type?: string;
  readonly path?: string;
  readonly query?: string;
  readonly headers?: Headers;
  readonly as?: Headers;
}

/** Uploads a file, by default with the service key. */
export function upload(
  service: Pick<TestApp, 'url'>,
  body: Buffer | string,
  {
    type = ZIP,
    path: where = '/sync/imports',
    query = '',
    headers = [],
    as = apiKey(SERVICE_KEY),
  }: UploadOptions = {},
): Promise<TestReply> {
  return sendRequest(`${service.url}${where}${query}`, {
    method: 'POST',
    body,
    headers: [...as, ['Content-Type', type], ...headers],
  });
}

/** Returns the files of uploads that this process has open. They have no names in their folder. */
export function openFiles(): string[] {
  return readdirSync('/proc/self/fd').flatMap(fd => {
    try {
      const file = readlinkSync(path.join('/proc/self/fd', fd));
      return path.dirname(file) === tmpdir() && file.endsWith(' (deleted)') ? [file] : [];
    } catch {
      // It was closed in the meantime.
      return [];
    }
  });
}

/** Waits until the import has ended, and returns it. */
export async function untilEnded(service: Pick<TestApp, 'url'>, id: string): Promise<any> {
  let run: any;
  await waitUntil(async () => {
    run = await findImport(service, id);
    return run.finishedAt !== null;
  });
  return run;
}

export async function findImport(service: Pick<TestApp, 'url'>, id: string): Promise<any> {
  const headers = apiKey(SERVICE_KEY);
  return (await sendRequest(`${service.url}/sync/imports/${id}`, { headers })).body;
}

export const filesOf = (folder: Readonly<Record<string, string | Buffer>>): Buffer =>
  zipOf(Object.entries(folder).map(([name, content]) => ({ name, content })));
