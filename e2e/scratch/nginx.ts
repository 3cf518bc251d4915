import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { type Cleanup, stopAtEnd } from './cleanup.js';
import { root, run } from './programs.js';

/** The public host of the examples. Swagger UI behaves differently at localhost. */
export const HOST = 'example.org';

export interface Edge {
  /** A configuration of this repository. */
  file: string;
  origin: string;
  /** The URL of reporting. */
  service: string;
}

/** Starts nginx with a configuration, unchanged but for addresses and certificate; resolves once it accepts. */
export async function startNginx(
  { nginx, openssl }: { nginx: string; openssl: string },
  { file, origin, service }: Edge,
  folder: string,
  cleanup: Cleanup,
) {
  mkdirSync(folder);
  await makeCertificate(openssl, folder);
  const { port } = new URL(origin);
  const server = readFileSync(path.join(root, file), 'utf8')
    .replace(/listen \d+/, `listen 127.0.0.1:${port}`)
    .replace(/http:\/\/[\w.]+:3002/, service)
    .replace(/(ssl_certificate) .+;/, '$1 edge.pem;')
    .replace(/(ssl_certificate_key) .+;/, '$1 edge.key;');
  writeFileSync(path.join(folder, 'nginx.conf'), toConfiguration(server));
  const child = spawn(nginx, ['-p', folder, '-c', 'nginx.conf', '-e', 'stderr'], {
    cwd: folder,
    stdio: 'inherit',
  });
  void stopAtEnd(child, cleanup);
  for (let attempt = 0; attempt < 50 && child.exitCode === null; attempt++) {
    if (await fetch(`http://127.0.0.1:${port}/`).catch(() => null)) return;
    await wait(100);
  }
  throw new Error('nginx did not start.');
}

/** nginx writes nothing outside its folder, so any user can run it. */
export function toConfiguration(server: string) {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  return `daemon off;
pid nginx.pid;
error_log stderr warn;
events {}
http {
  access_log off;
  ${temporary.map(name => `${name}_temp_path ${name};`).join('\n  ')}
  ${server}
}
`;
}

function makeCertificate(openssl: string, cwd: string) {
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  const files = ['-keyout', 'edge.key', '-out', 'edge.pem', '-subj', `/CN=${HOST}`];
  return run(openssl, ['req', '-x509', '-days', '1', ...key, ...files], { cwd });
}
