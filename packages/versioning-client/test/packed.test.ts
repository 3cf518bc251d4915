import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { builtinModules } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import manifest from '../package.json';
import { scriptedServer, version } from './scripted-server';

const run = promisify(execFile);
const root = path.join(__dirname, '..');
const isWindows = process.platform === 'win32';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'packed-'));
});
afterAll(() => rm(folder, { recursive: true }));

test('npx runs the packed tarball with nothing else installed', async () => {
  // Packs what `npm test` has built; a release is built by prepack.
  const pack = ['pack', '--ignore-scripts', '--json', '--pack-destination', folder];
  const { stdout: packed } = await run('npm', pack, { cwd: root, shell: isWindows });
  const [{ filename }] = JSON.parse(packed) as [{ filename: string }];
  const server = await scriptedServer(version('2.0.1'));
  const npx = ['--yes', '--offline', `--package=./${filename}`, 'next-version', 'app'];
  const { stdout } = await run('npx', npx, {
    cwd: folder,
    shell: isWindows,
    env: { ...process.env, VERSIONING_URL: server.url, VERSIONING_KEY: 'vrk_test_key' },
  });
  await server.close();
  expect(stdout).toBe('2.0.1\n');
}, 300_000);

test('the command is one file that loads only modules of Node.js', async () => {
  const source = await readFile(path.join(root, manifest.bin['next-version']), 'utf8');
  const loaded = [...source.matchAll(/\brequire\("([^"]+)"\)/g)].map(match => match[1]!);
  expect(loaded).toContain('node:util');
  for (const name of loaded) expect(builtinModules).toContain(name.replace(/^node:/, ''));
  expect(manifest).not.toHaveProperty('dependencies');
});
