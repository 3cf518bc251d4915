import { createTestDatabase, type TestDatabase } from '@platform/db/testing';
import type { ServiceProcess } from '@platform/service/testing';
import { runVersioning } from './run-program';
import { startProcess } from './start-process';
import { send } from './start-test-app';

let database: TestDatabase;
let env: Record<string, string>;
let key: string;
/** Two services that run throughout. */
let services: [ServiceProcess, ServiceProcess];
/** Services started by a test; they are stopped even if it fails. */
let others: ServiceProcess[];
beforeAll(async () => {
  others = [];
  database = await createTestDatabase();
  env = { DATABASE_URL: database.url };
  key = (await runVersioning(['keys', 'create', '--name', 'ci'], env)).stdout.trim();
  services = await Promise.all([startProcess(env), startProcess(env)]);
});
afterEach(() => Promise.all(others.splice(0).map(service => service.kill('SIGKILL'))));
afterAll(async () => {
  await Promise.all(services.map(service => service.kill('SIGKILL')));
  await database.drop();
});

async function startAnother(settings: Record<string, string> = {}): Promise<ServiceProcess> {
  const service = await startProcess({ ...env, ...settings });
  others.push(service);
  return service;
}

const increment = ({ url }: ServiceProcess, slug: string, component: string, id?: string) =>
  send(`${url}/api/packages/${slug}/increment/${component}`, 'POST', {
    key,
    headers: id ? { 'idempotency-key': id } : {},
  });

async function history({ url }: ServiceProcess, slug: string): Promise<string[]> {
  const versions: string[] = [];
  let path: string | undefined = `/api/packages/${slug}/history?limit=1000`;
  while (path) {
    const reply = await send(url + path, 'GET', { key });
    versions.push(...(reply.body as { Version: string }[]).map(change => change.Version));
    path = /^<(.+)>/.exec(reply.headers.get('link') ?? '')?.[1];
  }
  return versions.reverse();
}

test('two processes give 500 concurrent callers 500 different versions, each once in the history', async () => {
  const components = ['major', 'minor', 'patch'];
  const replies = await Promise.all(
    Array.from({ length: 500 }, (_, call) =>
      increment(services[call % 2]!, 'shared', components[call % 3]!),
    ),
  );
  expect(new Set(replies.map(reply => reply.status))).toEqual(new Set([200]));
  const answered = replies.map(reply => reply.body.Version).sort();
  const told = await history(services[0], 'shared');
  expect([...told].sort()).toEqual(answered);
  expect(new Set(told).size).toBe(500);
});

test('two processes that receive the same idempotency keys make each version once', async () => {
  const keys = Array.from({ length: 300 }, (_, call) => `call-${call}`);
  const replies = await Promise.all(
    keys.flatMap(id => services.map(service => increment(service, 'met', 'patch', id))),
  );
  keys.forEach((_, index) => {
    const [one, other] = [replies[2 * index]!, replies[2 * index + 1]!];
    expect([one.status, other.status]).toEqual([200, 200]);
    expect(one.text).toBe(other.text);
  });
  expect(await history(services[0], 'met')).toHaveLength(300);
});

test('if a service is killed during 600 idempotent increments, retries leave exactly 600 versions', async () => {
  const doomed = await startAnother();
  const unanswered = new Set(Array.from({ length: 600 }, (_, call) => `build-${call}`));
  const callers = Array.from({ length: 32 }, async (_, caller) => {
    for (const id of [...unanswered].filter((_, index) => index % 32 === caller)) {
      const reply = await increment(doomed, 'killed', 'patch', id).catch(() => null);
      if (reply?.status === 200) unanswered.delete(id);
      if (unanswered.size <= 350 && doomed.child.exitCode === null) doomed.child.kill('SIGKILL');
    }
  });
  await Promise.all(callers);
  expect(unanswered.size).toBeGreaterThan(0);
  expect(unanswered.size).toBeLessThan(600);

  const [heir] = services;
  for (const id of unanswered) {
    expect((await increment(heir, 'killed', 'patch', id)).status).toBe(200);
  }
  const told = await history(heir, 'killed');
  expect(told).toEqual(Array.from({ length: 600 }, (_, index) => `0.0.${index + 1}`));
});

test('the log contains no key', async () => {
  const service = await startAnother({
    LOG_LEVEL: 'trace',
    VERSIONING_API_KEYS: 'k'.repeat(32),
  });
  await increment(service, 'logged', 'patch');
  await send(`${service.url}/api/packages?q=${key}`, 'GET', { key: `${key}x` });
  await send(`${service.url}/api/packages/${key}`, 'GET', { key: 'k'.repeat(32) });
  await send(`${service.url}/api/packages/Bearer%20${key}`, 'GET', { key });
  await send(`${service.url}/api/packages/%20${key}`, 'GET', { key });
  await send(`${service.url}/api/packages/${'k'.repeat(32)}`, 'GET', { key });
  for (const pasted of [key, 'k'.repeat(32)]) {
    const body = { Version: '1.0.0' };
    await send(`${service.url}/api/packages/${pasted}/version`, 'PUT', { key, body });
    await send(`${service.url}/api/packages/${pasted}`, 'DELETE', { key });
    await send(`${service.url}/api/packages`, 'POST', { key, body: { Slug: pasted } });
  }
  await service.kill('SIGTERM');
  expect(service.output()).toContain(key.slice(0, 'vrk_test_'.length + 8));
  expect(service.output()).not.toContain(key);
  expect(service.output()).not.toContain('k'.repeat(32));
});
