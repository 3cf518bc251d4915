import { addLogFields, Problem } from '../src';
import { describeError } from '../src/error-description';
import { ask, startApp, type TestServer, until } from './start-app';

let server: TestServer;
const start = (options: Parameters<typeof startApp>[1] = {}) =>
  startApp(app => {
    app.get('/api/things/:id', (_request, response) => {
      addLogFields(response, { credential: 'vrk_test_abcdefgh', organization: 'acme' });
      response.json({});
    });
    app.get('/api/things', () => {
      throw new Problem('not-found', 'No.', { cause: new Error('why') });
    });
    app.get('/api/health', (_request, response) => {
      response.json({});
    });
  }, options);
afterEach(() => server.close());

/** The line is written when the response ends, possibly after the client has received it. */
const untilLogged = (requests: number) =>
  until(() => server.lines.filter(({ msg }) => msg === 'request').length === requests);

test('each request is logged in one line: ID, method, documented route, status, milliseconds, caller', async () => {
  server = await start();
  const { headers } = await ask(server.port, '/api/things/7?limit=1');
  await untilLogged(1);
  expect(server.lines).toEqual([
    {
      level: 'info',
      time: expect.any(Number),
      pid: expect.any(Number),
      hostname: expect.any(String),
      id: headers['x-request-id'],
      method: 'GET',
      route: '/api/things/{id}',
      status: 200,
      ms: expect.any(Number),
      address: '127.0.0.1',
      credential: 'vrk_test_abcdefgh',
      organization: 'acme',
      msg: 'request',
    },
  ]);
});

test('the log contains no headers, cookies, query or path, which could contain secrets', async () => {
  server = await start();
  await ask(server.port, '/api/things/hunter2?key=hunter2', {
    headers: { Authorization: 'Bearer hunter2', Cookie: 'session=hunter2', 'X-Api-Key': 'hunter2' },
  });
  await ask(server.port, '/hunter2');
  await untilLogged(2);
  expect(server.lines).toHaveLength(2);
  expect(JSON.stringify(server.lines)).not.toContain('hunter2');
});

test('the cause of a problem is logged', async () => {
  server = await start();
  await ask(server.port, '/api/things');
  expect(server.lines.find(line => line.msg === 'problem')).toMatchObject({
    code: 'not-found',
    err: { message: 'why' },
  });
});

test('health checks are logged at debug level', async () => {
  server = await start({ level: 'debug' });
  await ask(server.port, '/api/health');
  await untilLogged(1);
  expect(server.lines).toMatchObject([{ level: 'debug', route: '/api/health' }]);
});

test('an error is logged without its other properties', () => {
  const error = Object.assign(new Error('no'), {
    code: '23505',
    detail: 'Key (email)=(ada@acme.example) exists',
    body: '{"password":"hunter2"}',
    command: { name: 'auth', args: ['hunter2'] },
  });
  const { stack, ...rest } = describeError(error);
  expect(stack).toContain('no');
  expect(rest).toEqual({ type: 'Error', message: 'no', code: '23505' });
});

test.each([
  ['22023', 'role "reporting_reader" does not exist', 'role "reporting_reader" does not exist'],
  ['42501', 'permission denied for table account', 'permission denied for table account'],
  [
    '22P02',
    'invalid input syntax for type uuid: "hunter2 "role "hunter2""',
    'invalid input syntax for type uuid: …',
  ],
  [
    '22P02',
    'ungültige Eingabesyntax für Typ uuid: »hunter2«',
    'ungültige Eingabesyntax für Typ uuid: …',
  ],
  [
    '22023',
    'invalid value for parameter "TimeZone": "hunter2"',
    'invalid value for parameter "TimeZone": …',
  ],
  [
    '22003',
    'value "hunter2" is out of range for type integer',
    'value … is out of range for type integer',
  ],
  [
    '22021',
    'invalid byte sequence for encoding "UTF8": 0x68 0x75 0xff',
    'invalid byte sequence for encoding "UTF8": …',
  ],
])('a PostgreSQL error (%s) is logged without values', (code, message, logged) => {
  const described = describeError(Object.assign(new Error(message), { code, severity: 'ERROR' }));
  expect(described.message).toBe(logged);
  expect(JSON.stringify(described)).not.toContain('hunter2');
});

test('a database outage is logged in one line with its cause, and one when it ends', async () => {
  let isOut = true;
  server = await startApp(app => {
    app.get('/api/things/:id', (_request, response) => {
      if (isOut) throw Object.assign(new Error('terminating connection'), { code: '57P01' });
      addLogFields(response, { credential: 'vrk_test_abcdefgh' });
      response.json({});
    });
    app.get('/api/things', (_request, response) => {
      addLogFields(response, { credential: 'bootstrap-1' });
      response.status(400).end();
    });
  });
  for (let n = 0; n < 3; n++) {
    expect((await ask(server.port, '/api/things/7')).status).toBe(503);
    await ask(server.port, '/api/things');
  }
  isOut = false;
  const later = jest.spyOn(performance, 'now').mockReturnValue(performance.now() + 15_000);
  for (let n = 0; n < 2; n++) await ask(server.port, '/api/things/7');
  await untilLogged(8);
  await until(() => server.lines.some(({ level, msg }) => level === 'info' && msg !== 'request'));
  later.mockRestore();
  const lines = server.lines.filter(({ msg }) => msg !== 'request');
  expect(lines).toMatchObject([
    {
      level: 'error',
      cause: 'terminating connection (57P01)',
      msg: 'database unavailable: requests fail with 503',
    },
    { level: 'info', msg: 'database available again' },
  ]);
  expect(JSON.stringify(lines)).not.toContain('stack');
});

describe('the request id', () => {
  const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
  const idOf = async (id: string, path = '/api/things/7') =>
    (await ask(server.port, path, { headers: { 'X-Request-Id': id } })).headers['x-request-id'];

  test('is taken from a trusted proxy, and included in errors', async () => {
    server = await start({ trustProxy: ['loopback'] });
    expect(await idOf('edge-1.a_B')).toBe('edge-1.a_B');
    expect(await idOf('edge-2', '/nowhere')).toBe('edge-2');
  });

  test.each(['a b', 'a\tb', '', 'x'.repeat(65), '<script>', 'a,b'])(
    'is generated if a proxy sends %j',
    async id => {
      server = await start({ trustProxy: ['loopback'] });
      expect(await idOf(id)).toMatch(UUID);
    },
  );

  test('is generated if an untrusted peer sends one', async () => {
    server = await start();
    expect(await idOf('forged')).toMatch(UUID);
  });
});
