import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type Cleanup, stopAtEnd } from './cleanup.js';
import { eventually } from './eventually.js';
import { makeCertificate, requireProgram, root } from './programs.js';

/** The public host in the examples; Swagger UI behaves differently on localhost. */
export const HOST = 'example.org';

export interface Edge {
  /** A configuration file in this repository. */
  file: string;
  origin: string;
  /** The URL of reporting. */
  service: string;
}

/** Starts nginx with a configuration in which only addresses and the certificate are replaced. */
export async function startEdge(
  { file, origin, service }: Edge,
  folder: string,
  cleanup: Cleanup,
): Promise<void> {
  mkdirSync(folder);
  await makeCertificate(folder, ['-subj', `/CN=${HOST}`]);
  const { port } = new URL(origin);
  const server = readFileSync(path.join(root, file), 'utf8')
    .replace(/listen \d+/, `listen 127.0.0.1:${port}`)
    .replace(/http:\/\/[\w.]+:3002/, service)
    .replace(/(ssl_certificate) .+;/, '$1 edge.pem;')
    .replace(/(ssl_certificate_key) .+;/, '$1 edge.key;');
  await startNginx(server, folder, `http://127.0.0.1:${port}/`, cleanup);
}

/** Starts nginx in an existing folder and waits until `url` responds. Returns a function that replaces the servers. */
export async function startNginx(servers: string, folder: string, url: string, cleanup: Cleanup) {
  const write = (text: string) =>
    writeFileSync(path.join(folder, 'nginx.conf'), toConfiguration(text));
  write(servers);
  const args = ['-p', folder, '-c', 'nginx.conf', '-e', 'stderr'];
  const child = spawn(requireProgram('nginx', 'nginx'), args, { cwd: folder, stdio: 'inherit' });
  void stopAtEnd(child, cleanup);
  await eventually(() => fetch(url), 5);
  return (replacing: string) => {
    write(replacing);
    child.kill('SIGHUP');
  };
}

/** Keeps nginx from writing outside its folder, so that any user can run it. */
function toConfiguration(servers: string) {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  return `daemon off;
pid nginx.pid;
error_log stderr warn;
events {}
http {
  access_log off;
  ${temporary.map(name => `${name}_temp_path ${name};`).join('\n  ')}
  ${servers}
}
`;
}
