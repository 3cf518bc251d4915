import { accessSync, constants } from 'node:fs';
import path from 'node:path';
import { setUp } from './setup.mjs';

/**
 * `npm run browser [-- FOLDER]`: what Swagger UI does in Chromium behind nginx, under a prefix; FOLDER gets
 * pictures. It takes programs that npm does not bring, so it is no part of `npm test`.
 */
const programs = {
  chromium: find('chromium', 'chromium-browser', 'google-chrome'),
  nginx: find('nginx'),
  openssl: find('openssl'),
};
const missing = Object.keys(programs).filter(name => programs[name] === undefined);
if (missing.length > 0) {
  process.stderr.write(`There is no ${missing.join(', no ')} here. On Debian and Ubuntu:

  apt-get install --yes chromium nginx-light openssl
`);
  process.exit(2);
}
setUp();
const { checkInBrowser } = await import('./browser/check.mjs');
await checkInBrowser({ ...programs, pictures: process.argv[2] ?? null });

/** The first of these programs on PATH, or where Debian keeps servers. */
function find(...names) {
  const folders = [...(process.env.PATH ?? '').split(path.delimiter), '/usr/sbin'];
  return names.flatMap(name => folders.map(folder => path.join(folder, name))).find(isExecutable);
}

function isExecutable(file) {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
