import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import getPort from 'get-port';
import { type Cleanup, stopAtEnd } from '../scratch/cleanup.js';
import { root, run } from '../scratch/programs.js';
import type { Service, ServiceName } from '../scratch/services.js';

/** The public host of the examples. Swagger UI behaves differently at localhost. */
export const HOST = 'example.org';

type Services = Record<ServiceName, Service>;

/** One nginx configuration of this repository in front of both services. */
export interface Edge extends Services {
  name: string;
  file: string;
  origin: string;
}

/** The edges: TLS with the prefix stripped, TLS with the prefix kept, and the one of compose. */
export async function listEdges(stripped: Services, kept: Services): Promise<Edge[]> {
  const tls = async () => `https://${HOST}:${await getPort()}`;
  return [
    {
      name: 'prefix stripped',
      file: 'deploy/nginx/prefix-stripped.conf',
      origin: await tls(),
      ...stripped,
    },
    { name: 'prefix kept', file: 'deploy/nginx/prefix-kept.conf', origin: await tls(), ...kept },
    {
      name: 'compose',
      file: 'docker/nginx.conf',
      origin: `http://127.0.0.1:${await getPort()}`,
      ...kept,
    },
  ];
}

/** Starts one nginx with every edge, unchanged but for addresses and certificate; resolves once it accepts. */
export async function startNginx(
  { nginx, openssl }: { nginx: string; openssl: string },
  edges: Edge[],
  folder: string,
  cleanup: Cleanup,
) {
  mkdirSync(folder);
  await makeCertificate(openssl, folder);
  writeFileSync(path.join(folder, 'nginx.conf'), toConfiguration(edges.map(toServer)));
  const child = spawn(nginx, ['-p', folder, '-c', 'nginx.conf', '-e', 'stderr'], {
    cwd: folder,
    stdio: 'inherit',
  });
  void stopAtEnd(child, cleanup);
  for (let attempt = 0; attempt < 50 && child.exitCode === null; attempt++) {
    const answers = edges.map(({ origin }) =>
      fetch(`http://127.0.0.1:${new URL(origin).port}/`).then(
        () => true,
        () => false,
      ),
    );
    if ((await Promise.all(answers)).every(Boolean)) return;
    await wait(100);
  }
  throw new Error('nginx did not start.');
}

function toServer({ file, origin, versioning, reporting }: Edge) {
  return readFileSync(path.join(root, file), 'utf8')
    .replace(/listen \d+/, `listen 127.0.0.1:${new URL(origin).port}`)
    .replace(/http:\/\/[\w.]+:3001/, versioning.url)
    .replace(/http:\/\/[\w.]+:3002/, reporting.url)
    .replace(/(ssl_certificate) .+;/, '$1 edge.pem;')
    .replace(/(ssl_certificate_key) .+;/, '$1 edge.key;');
}

/** nginx writes nothing outside its folder, so any user can run it. */
function toConfiguration(servers: string[]) {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  return `daemon off;
pid nginx.pid;
error_log stderr warn;
events {}
http {
  access_log off;
  ${temporary.map(name => `${name}_temp_path ${name};`).join('\n  ')}
  ${servers.join('\n')}
}
`;
}

function makeCertificate(openssl: string, cwd: string) {
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  const files = ['-keyout', 'edge.key', '-out', 'edge.pem', '-subj', `/CN=${HOST}`];
  return run(openssl, ['req', '-x509', '-days', '1', ...key, ...files], { cwd });
}
