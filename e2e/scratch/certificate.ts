import path from 'node:path';
import { requireProgram, run } from './programs.js';

export type Certificate = Awaited<ReturnType<typeof makeCertificate>>;

/** Makes edge.pem and edge.key, a certificate that is its own authority; `account` is whom openssl runs as. */
export async function makeCertificate(folder: string, subject: string[], account: object = {}) {
  const files = { certificate: path.join(folder, 'edge.pem'), key: path.join(folder, 'edge.key') };
  const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  const out = ['-keyout', files.key, '-out', files.certificate];
  const openssl = requireProgram('openssl', 'openssl');
  await run(openssl, ['req', '-x509', '-days', '1', ...kind, ...subject, ...out], account);
  return files;
}
