import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import path from 'node:path';
import { root } from '../setup.mjs';

/**
 * One nginx with every edge, each by a file that this repository hands out: as it is, but for addresses and
 * the certificate. Resolves once they accept connections.
 */
export async function startNginx({ nginx, openssl }, edges, folder, onEnd) {
  mkdirSync(folder);
  makeCertificate(openssl, folder);
  writeFileSync(path.join(folder, 'nginx.conf'), asWhole(edges.map(configure)));
  const child = spawn(nginx, ['-p', folder, '-c', 'nginx.conf', '-e', 'stderr'], {
    cwd: folder,
    stdio: 'inherit',
  });
  const exited = new Promise(resolve => child.once('exit', resolve));
  onEnd(() => {
    child.kill('SIGTERM');
    return exited;
  });
  for (const { origin } of edges) await accepts(new URL(origin).port, child);
}

/** The file of an edge, on its port, in front of its services. */
function configure({ file, origin, versioning, reporting }) {
  return readFileSync(path.join(root, file), 'utf8')
    .replace(/listen \d+/, `listen 127.0.0.1:${new URL(origin).port}`)
    .replace(/http:\/\/[\w.]+:3001/, versioning.url)
    .replace(/http:\/\/[\w.]+:3002/, reporting.url)
    .replace(/(ssl_certificate) .+;/, '$1 edge.pem;')
    .replace(/(ssl_certificate_key) .+;/, '$1 edge.key;');
}

/** Nothing that nginx writes is outside its folder, so that anybody may run it. */
function asWhole(servers) {
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

function makeCertificate(openssl, folder) {
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  const files = ['-keyout', 'edge.key', '-out', 'edge.pem'];
  const subject = ['-subj', '/CN=example.org'];
  execFileSync(openssl, ['req', '-x509', '-days', '1', ...key, ...files, ...subject], {
    cwd: folder,
    stdio: 'pipe',
  });
}

async function accepts(port, child) {
  for (let attempt = 0; attempt < 50 && child.exitCode === null; attempt++) {
    if (await connects(port)) return;
    await new Promise(resolve => setTimeout(resolve, 100));
  }
  throw new Error(`nginx does not listen on port ${port}.`);
}

function connects(port) {
  return new Promise(resolve => {
    const socket = connect(port, '127.0.0.1')
      .once('connect', () => resolve(true))
      .once('error', () => resolve(false))
      .once('connect', () => socket.end());
  });
}
