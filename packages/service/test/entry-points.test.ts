import { execFileSync } from 'node:child_process';
import path from 'node:path';

/** The packages that a built module loads, by name. */
function loadedBy(module: string): string[] {
  const script = `
    require(${JSON.stringify(path.resolve(module))});
    const names = Object.keys(require.cache).map(
      file => /.*\\/node_modules\\/((@[^/]+\\/)?[^/]+)/.exec(file)?.[1],
    );
    process.stdout.write(JSON.stringify([...new Set(names)]));`;
  return JSON.parse(
    execFileSync(process.execPath, ['-e', script], { encoding: 'utf8' }),
  ) as string[];
}

const HEAVY = ['bcrypt', '@zxcvbn-ts/language-common', 'jsonwebtoken'];
const built = (name: string, file: string) =>
  path.join(__dirname, '../../../apps', name, 'dist/main', `${file}.js`);

test('versioning does not load bcrypt, the password dictionary or tokens', () => {
  const loaded = ['app', 'compose'].flatMap(file => loadedBy(built('versioning', file)));
  expect(loaded).toEqual(expect.arrayContaining(['express', 'express-rate-limit']));
  expect(loaded.filter(name => HEAVY.includes(name))).toEqual([]);
});

test('reporting loads all of them', () => {
  expect(loadedBy(built('reporting', 'app'))).toEqual(expect.arrayContaining(HEAVY));
});

test.each(['versioning', 'reporting'])('commands of %s do not load the server', name => {
  const ofTheServer = ['ajv', 'express', 'ioredis', 'nodemailer', 'prom-client', '@tsoa/runtime'];
  const loaded = loadedBy(built(name, 'program'));
  expect(loaded).toEqual(expect.arrayContaining(['commander', 'pg']));
  expect(loaded.filter(each => ofTheServer.includes(each))).toEqual([]);
});
