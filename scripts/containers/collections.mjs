import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { root } from '../setup.mjs';
import { npx } from './npx.mjs';

const NEWMAN = ['newman@6.2.2'];
// portman 1.33 does not name tslib among what it needs.
const PORTMAN = ['@apideck/portman@1.33.0', 'tslib@2.8.1'];

/**
 * Runs what `npm run postman` writes, as a whole, through nginx; and once more with portman's contract and
 * variation tests in it. Every answer has to be the documented one.
 */
export async function checkCollections(stack, { apiKey, email, company, password }) {
  await import('../postman.mjs');
  const secretOf = who =>
    stack.run('reporting', ['secrets', 'create', '--email', who, '--company', company]);
  const operator = 'operator@example.org';
  const name = ['--name', 'Operator', '--operator', '--company', company];
  await stack.run('reporting', ['accounts', 'create', '--email', operator, ...name]);
  const environments = {
    versioning: () => ({ apiKey }),
    // A run ends the secret that it was given.
    reporting: async () => ({
      secret: await secretOf(email),
      operatorSecret: await secretOf(operator),
      email,
      password,
    }),
  };
  const told = [];
  for (const [service, environment] of Object.entries(environments)) {
    const baseUrl = `${stack.origin}/${service}`;
    for (const withPortman of [false, true]) {
      const run = { withPortman, values: { ...(await environment()), baseUrl } };
      const { requests, assertions } = await runCollection(service, run);
      const tests = withPortman ? ' with portman' : '';
      told.push(`${service}${tests} ${requests.total} requests, ${assertions.total} assertions`);
    }
  }
  return `the Postman collections run: ${told.join('; ')}`;
}

/** @throws Error with newman's table of failures */
async function runCollection(service, { withPortman, values }) {
  const folder = mkdtempSync(path.join(tmpdir(), 'newman-'));
  try {
    const written = file => path.join(root, 'postman', `${service}.postman_${file}.json`);
    const environment = read(written('environment'));
    for (const each of environment.values) each.value = values[each.key] ?? each.value;
    writeFileSync(path.join(folder, 'environment.json'), JSON.stringify(environment));
    const collection = withPortman ? 'portman.json' : written('collection');
    if (withPortman) await addPortmanTests(service, written('collection'), folder);
    const reporters = ['--reporters', 'cli,json', '--reporter-json-export', 'run.json'];
    const args = ['run', collection, '--environment', 'environment.json', ...reporters];
    await npx(NEWMAN, 'newman', args, folder);
    return read(path.join(folder, 'run.json')).run.stats;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function addPortmanTests(service, collection, folder) {
  const document = path.join(root, 'apps', service, 'openapi.json');
  const tests = path.join(root, 'scripts', 'postman', 'portman', `${service}.json`);
  const sources = ['--local', document, '--localPostman', collection];
  const args = [...sources, '--portmanConfigFile', tests, '--output', 'portman.json'];
  return npx(PORTMAN, 'portman', args, folder);
}

function read(file) {
  return JSON.parse(readFileSync(file, 'utf8'));
}
