import { execFile } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';

const program = path.join(__dirname, '..', '..', '..', 'integrations', 'python', 'reporting.py');

/** A server that redirects to `target`, or answers nothing useful; and the credentials that it received. */
async function startServer(target?: string) {
  const received: (string | undefined)[] = [];
  const server = createServer((request, response) => {
    received.push(request.headers.authorization);
    response.writeHead(target ? 302 : 200, target ? { Location: target } : {}).end();
  });
  await new Promise<void>(resolve => void server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, received, close: () => server.close() };
}

it('does not send the secret to the target of a redirect', async () => {
  const other = await startServer();
  const service = await startServer(`${other.url}/elsewhere`);
  const env = { ...process.env, REPORTING_URL: service.url, REPORTING_SECRET: 'vsk_test_secret' };
  const stderr = await new Promise<string>(resolve => {
    execFile('python3', [program], { env }, (_, _stdout, text) => resolve(text));
  });
  other.close();
  service.close();
  expect(service.received).toEqual(['Bearer vsk_test_secret']);
  expect(other.received).toEqual([]);
  expect(stderr).toMatch(/redirects to .*REPORTING_URL/);
});
