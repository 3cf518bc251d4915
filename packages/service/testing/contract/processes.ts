import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { freePort, tcpProxy } from '@platform/db/testing';
import { sendRequest } from '@platform/http/testing';
import { runCommandLine } from '../run-command-line';
import { startServiceProcess } from '../service-process';
import { ask, errorOf, type RunningService, type ServiceUnderTest } from './service-under-test';

const SETTINGS = { SESSION_SECRET: 'a session secret that only the tests know' };

/** Tests starting and stopping in a separate process, as deployed. */
export function testProcesses(tested: ServiceUnderTest): void {
  /** Provides the database and the caller. */
  let sibling: RunningService;
  beforeAll(async () => {
    sibling = await tested.start();
  });
  afterAll(() => sibling.close());

  /** Stops all processes, even after a failed test. */
  const ends: (() => Promise<unknown>)[] = [];
  afterEach(() => Promise.all(ends.splice(0).map(end => end())));

  async function start(env: Record<string, string>, until = 200) {
    const started = await startServiceProcess(
      { cli: tested.cli, health: tested.health, until },
      { ...SETTINGS, DATABASE_URL: sibling.databaseUrl, ...env },
    );
    ends.push(() => started.kill('SIGKILL'));
    return started;
  }

  test('from SIGTERM until SHUTDOWN_DELAY has passed, health is 503 and requests succeed', async () => {
    const { url, child } = await start({ SHUTDOWN_DELAY: '60s' });
    child.kill('SIGTERM');
    while ((await sendRequest(url + tested.health)).status !== 503);
    expect((await ask({ ...sibling, url }, tested.readable)).status).toBe(200);
  });

  test('if the metrics port is in use, the process exits with one sentence', async () => {
    const other = createServer();
    await new Promise<void>(resolve => other.listen(0, '127.0.0.1', resolve));
    const { port } = other.address() as AddressInfo;
    const { code, stderr } = await runCommandLine(tested.cli, ['serve'], {
      ...SETTINGS,
      DATABASE_URL: sibling.databaseUrl,
      PORT: '0',
      METRICS_PORT: String(port),
    });
    other.close();
    expect(code).toBe(1);
    expect(stderr).toContain('set METRICS_PORT');
  });

  test('a connection to the metrics port without a request does not keep a service from stopping', async () => {
    const port = await freePort();
    const { kill } = await start({ METRICS_PORT: String(port) });
    const idle = connect(port, '127.0.0.1');
    await once(idle, 'connect');
    // Accepted after the first, which therefore is as well.
    await sendRequest(`http://127.0.0.1:${port}/metrics`);
    expect(await kill('SIGTERM')).toBe(0);
    idle.destroy();
  });

  test('a service starts while its database hangs, recovers with it, and exits with 0 at SIGTERM', async () => {
    const proxy = await tcpProxy(sibling.databaseUrl);
    ends.push(() => proxy.close());
    proxy.hang();
    const { url, kill } = await start({ DATABASE_URL: proxy.url }, 503);
    const service = { ...sibling, url };
    expect(errorOf(await ask(service, tested.readable))).toBe('503 database-unavailable');
    await proxy.resume();
    while ((await ask(service, tested.readable)).status !== 200);
    expect((await sendRequest(url + tested.health)).status).toBe(200);
    expect(await kill('SIGTERM')).toBe(0);
  }, 60_000);
}
