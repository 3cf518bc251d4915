import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { writeCollections } from '../postman/collection.js';
import { createCleanup, temporaryFolder } from '../scratch/cleanup.js';
import { npx, root } from '../scratch/programs.js';
import { issueKey, issueSecret, type Reader, type ServiceName } from '../scratch/services.js';
import type { Stack } from './stack.js';

const NEWMAN = ['newman@6.2.2'];
// portman 1.33 does not declare its dependency on tslib.
const PORTMAN = ['@apideck/portman@1.33.0', 'tslib@2.8.1'];

interface Environment {
  values: { key: string; value: string }[];
}

interface Run {
  run: { stats: { requests: { total: number }; assertions: { total: number } } };
}

/**
 * Runs the collections of `npm run postman` through nginx, and again with portman's contract and variation tests. Every
 * response must be documented.
 */
export async function checkCollections(
  { origin, runCommand }: Stack,
  { apiKey, reader: { email, company, password } }: { apiKey: string; reader: Reader },
) {
  await writeCollections();
  const operator = 'operator@example.org';
  const name = ['--name', 'Operator', '--operator', '--company', company];
  await runCommand('reporting', ['accounts', 'create', '--email', operator, ...name]);
  const valuesOf = {
    versioning: async () => ({
      versioningKey: apiKey,
      managerKey: await issueKey(runCommand, 'read,write,keys'),
    }),
    reporting: async () => ({
      secret: await issueSecret(runCommand, email, company),
      operatorSecret: await issueSecret(runCommand, operator, company),
      email,
      password,
    }),
  };
  const results: string[] = [];
  for (const service of ['versioning', 'reporting'] as const) {
    for (const withPortman of [false, true]) {
      const values = { ...(await valuesOf[service]()), baseUrl: `${origin}/${service}` };
      const { requests, assertions } = await runCollection(service, withPortman, values);
      const tests = withPortman ? ' with portman' : '';
      results.push(`${service}${tests} ${requests.total} requests, ${assertions.total} assertions`);
    }
  }
  return `the Postman collections run: ${results.join('; ')}`;
}

/** @throws Error with newman's table of failures */
async function runCollection(
  service: ServiceName,
  withPortman: boolean,
  values: Record<string, string>,
) {
  await using cleanup = createCleanup();
  const folder = temporaryFolder('newman', cleanup);
  const fileOf = (kind: string) => path.join(root, 'postman', `${service}.postman_${kind}.json`);
  const environment = read(fileOf('environment')) as Environment;
  for (const each of environment.values) each.value = values[each.key] ?? each.value;
  writeFileSync(path.join(folder, 'environment.json'), JSON.stringify(environment));
  const collection = withPortman ? 'portman.json' : fileOf('collection');
  if (withPortman) await addPortmanTests(service, fileOf('collection'), folder);
  const reporters = ['--reporters', 'cli,json', '--reporter-json-export', 'run.json'];
  const args = ['run', collection, '--environment', 'environment.json', ...reporters];
  await npx(NEWMAN, 'newman', args, folder);
  return (read(path.join(folder, 'run.json')) as Run).run.stats;
}

function addPortmanTests(service: ServiceName, collection: string, folder: string) {
  const document = path.join(root, 'apps', service, 'openapi.json');
  const tests = path.join(root, 'e2e', 'postman', 'portman', `${service}.yaml`);
  const sources = ['--local', document, '--localPostman', collection];
  const args = [...sources, '--portmanConfigFile', tests, '--output', 'portman.json'];
  return npx(PORTMAN, 'portman', args, folder);
}

function read(file: string): unknown {
  return JSON.parse(readFileSync(file, 'utf8'));
}
