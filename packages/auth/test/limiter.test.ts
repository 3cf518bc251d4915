import { randomUUID } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import { type AddressInfo, connect as connectTo, createServer, type Socket } from 'node:net';
import { addressKey, type Log, type Problem } from '@platform/http';
import { captureLog, waitUntil } from '@platform/http/testing';
import type { Response } from 'express';
import { createLimiter, type Limiter, SharedRedis } from '../src';

const limit = { count: 3, seconds: 60 };
const options = { name: 'calls', counted: 'calls', whenRedisFails: 'pass' } as const;

/** Returns the results of concurrent calls. */
async function outcomes(calls: readonly Promise<unknown>[]) {
  const settled = await Promise.allSettled(calls);
  const refused = settled.flatMap(call =>
    call.status === 'rejected' ? [call.reason as Problem] : [],
  );
  for (const refusal of refused) expect(refusal).toMatchObject({ code: 'rate-limited' });
  return { passed: settled.length - refused.length, refused };
}

/** Resolves once a window has ended. */
const untilPassed = (limiter: Limiter) =>
  waitUntil(async () => (await outcomes([limiter.consume('ada')])).passed === 1);

const times = (count: number, call: () => Promise<unknown>) => Array.from({ length: count }, call);

test('exactly the limit of concurrent calls passes, and keys are counted separately', async () => {
  const limiter = createLimiter({ ...options, limit });
  const { passed, refused } = await outcomes(times(100, () => limiter.consume('ada')));
  expect(passed).toBe(3);
  expect(Number(refused[0]?.headers['Retry-After'])).toBeGreaterThanOrEqual(1);
  expect(Number(refused[0]?.headers['Retry-After'])).toBeLessThanOrEqual(60);
  await limiter.consume('grace');
});

test('the draft 8 headers show the remaining calls, even on rejection', async () => {
  const limiter = createLimiter({ ...options, limit: { count: 1, seconds: 9 } });
  const headers: string[] = [];
  const response = {
    append: (name: string, value: string) => headers.push(`${name}: ${value}`),
    setHeader: () => undefined,
  } as unknown as Response;
  await limiter.consume('ada', response);
  await expect(limiter.consume('ada', response)).rejects.toThrow(
    /^Rate limit of 1 calls per 9 seconds exceeded\. Try again in \d seconds\.$/,
  );
  const told = [
    'RateLimit: "calls"; r=0; t=9',
    expect.stringMatching(/^RateLimit-Policy: "calls"; q=1; w=9; pk=:[\w+/]+=*:$/),
  ];
  expect(headers).toEqual([...told, ...told]);
});

test('calls pass again after the window has ended', async () => {
  const limiter = createLimiter({ ...options, limit: { count: 1, seconds: 1 } });
  await limiter.consume('ada');
  await expect(limiter.consume('ada')).rejects.toMatchObject({ headers: { 'Retry-After': '1' } });
  await untilPassed(limiter);
});

test('without a limit, all calls pass', async () => {
  const limiter = createLimiter({ ...options, limit: null });
  expect((await outcomes(times(500, () => limiter.consume('ada')))).passed).toBe(500);
});

test('released and rejected calls do not count', async () => {
  const limiter = createLimiter({ ...options, limit });
  const places = await Promise.all(Array.from({ length: 3 }, () => limiter.take('ada')));
  await expect(limiter.take('ada')).rejects.toMatchObject({ code: 'rate-limited' });
  await places[0]!();
  expect((await outcomes(times(5, () => limiter.consume('ada')))).passed).toBe(1);
});

test('refuseIfSpent rejects a key without calls left, without counting', async () => {
  const limiter = createLimiter({ ...options, limit });
  await outcomes(times(3, () => limiter.consume('10.0.0.1')));
  await expect(limiter.refuseIfSpent('10.0.0.1')).rejects.toMatchObject({ code: 'rate-limited' });
  await limiter.refuseIfSpent('10.0.0.2');
});

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8:1:2::', '2001:db8:1:2::/64'],
  ['2001:DB8:0001:0002::9', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8::/64'],
  ['::1', '::/64'],
  ['fe80::1%eth0', 'fe80::/64'],
  ['not an address', 'unknown'],
  [undefined, 'unknown'],
])('the address %s counts as %s', (address, key) => {
  expect(addressKey(address)).toBe(key);
});

const AWAY =
  'Redis is unreachable: each replica counts failed sign-ins locally, other limits are not enforced';

/** Milliseconds for which nothing is sent after a failure. */
const COOLDOWN = 1_000;

describe('with Redis', () => {
  const clients: SharedRedis[] = [];
  afterEach(() => {
    jest.restoreAllMocks();
    for (const { client } of clients.splice(0)) client.disconnect();
  });

  function connect(
    url: string,
    { service = 'test', log = captureLog().log }: { service?: string; log?: Log | undefined } = {},
  ): SharedRedis {
    const client = new SharedRedis(url, service, log);
    clients.push(client);
    return client;
  }

  async function ready({ client }: SharedRedis): Promise<void> {
    if (client.status !== 'ready') await new Promise(resolve => client.once('ready', resolve));
  }

  const dead = (log?: Log) => connect('redis://127.0.0.1:1', { log });
  const hanging = async (log?: Log) => {
    const silent = createServer(socket => socket.resume()).unref();
    await new Promise<void>(resolve => silent.listen(0, '127.0.0.1', resolve));
    return connect(`redis://127.0.0.1:${(silent.address() as AddressInfo).port}`, { log });
  };

  describe.each([
    ['that is dead', dead],
    ['that hangs', hanging],
  ])('%s', (_, find) => {
    test('calls pass without delay, and the outage is logged once for all limits', async () => {
      const { log, lines } = captureLog();
      const redis = await find(log);
      const limiters = ['calls', 'reports'].map(name =>
        createLimiter({ ...options, name, limit, redis }),
      );
      for (let call = 0; call < 150; call++) {
        for (const limiter of limiters) await limiter.consume('ada');
      }
      expect(lines.map(({ msg }) => msg)).toEqual([AWAY]);
    });

    test('calls are counted in memory if configured', async () => {
      const redis = await find();
      const limiter = createLimiter({ ...options, limit, redis, whenRedisFails: 'memory' });
      expect((await outcomes(times(20, () => limiter.consume('ada')))).passed).toBe(3);
      await expect(limiter.refuseIfSpent('ada')).rejects.toMatchObject({ code: 'rate-limited' });
    });
  });

  test('the log says why there is no connection', async () => {
    const { log, lines } = captureLog();
    const redis = dead(log);
    await once(redis.client, 'error');
    await createLimiter({ ...options, limit, redis }).consume('ada');
    expect(lines).toMatchObject([{ msg: AWAY, err: { code: 'ECONNREFUSED' } }]);
  });

  test('a connection on which Redis never responds is replaced', async () => {
    let connections = 0;
    const silent = createServer(socket => {
      connections += 1;
      socket.resume();
    }).unref();
    await new Promise<void>(resolve => silent.listen(0, '127.0.0.1', resolve));
    connect(`redis://127.0.0.1:${(silent.address() as AddressInfo).port}`);
    await waitUntil(() => Promise.resolve(connections === 2));
  });

  const { REDIS_URL } = process.env;
  (REDIS_URL ? describe : describe.skip)('that answers', () => {
    const name = `test-${process.pid}-${Date.now()}`;

    async function limiterOf(service: string): Promise<Limiter> {
      const redis = connect(REDIS_URL ?? '', { service });
      await ready(redis);
      return createLimiter({ ...options, name, limit: { count: 3, seconds: 5 }, redis });
    }

    test('recovery is logged once for all limits', async () => {
      const { log, lines } = captureLog();
      const redis = connect(REDIS_URL ?? '', { log });
      const limiters = [name, `${name}-reports`].map(each =>
        createLimiter({ ...options, name: each, limit, redis }),
      );
      const callEach = () => Promise.all(limiters.map(limiter => limiter.consume('ada')));
      redis.client.disconnect();
      await callEach();
      await redis.client.connect();
      await waitUntil(async () => {
        await callEach();
        return lines.length > 1;
      });
      await callEach();
      expect(lines.map(({ msg }) => msg)).toEqual([
        AWAY,
        'Redis is reachable again: limits are shared across replicas',
      ]);
    });

    test('a connection on which Redis no longer responds is replaced', async () => {
      const { hostname, port } = new URL(REDIS_URL ?? '');
      const relayed: Socket[] = [];
      const relay = createServer(socket => {
        const redis = connectTo(Number(port), hostname);
        socket
          .on('error', () => undefined)
          .pipe(redis)
          .pipe(socket);
        relayed.push(redis.on('error', () => undefined));
      }).unref();
      await new Promise<void>(resolve => relay.listen(0, '127.0.0.1', resolve));
      const redis = connect(`redis://127.0.0.1:${(relay.address() as AddressInfo).port}`);
      await ready(redis);
      // As if the packets of this connection were lost.
      relayed[0]!.unpipe().resume();
      const ping = () =>
        redis.run<unknown>(
          () => redis.client.ping(),
          () => Promise.resolve(null),
        );
      await waitUntil(async () => (await ping()) === 'PONG');
      expect(relayed).toHaveLength(2);
      relay.close();
    });

    test('counting starts as soon as the scripts can be loaded', async () => {
      const admin = connect(REDIS_URL ?? '');
      await ready(admin);
      const user = (rules: string) =>
        admin.client.call('ACL', 'SETUSER', name, 'on', '>secret', '~*', '&*', ...rules.split(' '));
      await user('+@all -script');
      const url = new URL(REDIS_URL ?? '');
      [url.username, url.password] = [name, 'secret'];
      const redis = connect(url.href);
      await ready(redis);
      const limiter = createLimiter({ ...options, name: `${name}-late`, limit, redis });
      expect((await outcomes(times(20, () => limiter.consume('ada')))).passed).toBe(20);
      await user('+@all');
      await waitUntil(
        async () => (await outcomes(times(20, () => limiter.consume('ada')))).passed < 20,
      );
      await admin.client.call('ACL', 'DELUSER', name);
    });

    test('an outage of writes does not end with a read', async () => {
      const admin = connect(REDIS_URL ?? '');
      await ready(admin);
      const user = `${name}-reader`;
      const rules = ['on', '>secret', '~*', '&*', '+@all', '-set'];
      await admin.client.call('ACL', 'SETUSER', user, ...rules);
      const url = new URL(REDIS_URL ?? '');
      [url.username, url.password] = [user, 'secret'];
      const { log, lines } = captureLog();
      const redis = connect(url.href, { log });
      await ready(redis);
      const limiter = createLimiter({ ...options, name: user, limit, redis });
      await limiter.consume('ada');
      const now = performance.now.bind(performance);
      jest.spyOn(performance, 'now').mockImplementation(() => now() + COOLDOWN);
      await limiter.refuseIfSpent('ada');
      expect(lines.map(({ msg }) => msg)).toEqual([AWAY]);
      await admin.client.call('ACL', 'DELUSER', user);
    });

    test('a call that is released after its count was lost leaves no key behind', async () => {
      const redis = connect(REDIS_URL ?? '');
      await ready(redis);
      const limiter = createLimiter({ ...options, name: `${name}-lost`, limit, redis });
      const release = await limiter.take('ada');
      const key = `rate-limit:${name}-lost:ada`;
      expect(await redis.client.del(key)).toBe(1);
      await release();
      expect(await redis.client.exists(key)).toBe(0);
    });

    test('the first calls wait for the connection', async () => {
      // Without a connection, calls pass; on a busy machine it may take several attempts.
      await waitUntil(async () => {
        const redis = connect(REDIS_URL ?? '');
        const limiter = createLimiter({
          ...options,
          name: `${name}-${randomUUID()}`,
          limit,
          redis,
        });
        return (await outcomes(times(20, () => limiter.consume('ada')))).passed === 3;
      });
    });

    test('a late response counts none of the calls that have passed', async () => {
      const { hostname, port } = new URL(REDIS_URL ?? '');
      const gate = new EventEmitter();
      const relay = createServer(socket => {
        gate.once('open', () => {
          const redis = connectTo(Number(port), hostname);
          socket.pipe(redis).pipe(socket);
        });
      }).unref();
      await new Promise<void>(resolve => relay.listen(0, '127.0.0.1', resolve));
      const late = connect(`redis://127.0.0.1:${(relay.address() as AddressInfo).port}`);
      const [first, second] = [late, connect(REDIS_URL ?? '')].map(redis =>
        createLimiter({ ...options, name: `${name}-passed`, limit, redis }),
      );
      expect((await outcomes(times(20, () => first!.consume('ada')))).passed).toBe(20);
      gate.emit('open');
      await ready(late);
      // Earlier commands are answered before this one.
      await late.client.ping();
      expect((await outcomes(times(20, () => second!.consume('ada')))).passed).toBe(3);
      relay.close();
    });

    test('a pause of this process does not count as an outage', async () => {
      const redis = connect(REDIS_URL ?? '');
      await ready(redis);
      const answer = redis.run<unknown>(
        () => redis.client.ping(),
        () => Promise.resolve('away'),
      );
      // The command is sent, and its response waits in the socket until the pause is over.
      await new Promise(resolve => setImmediate(resolve));
      const end = performance.now() + 400;
      while (performance.now() < end);
      expect(await answer).toBe('PONG');
    });

    test('replicas share their counts', async () => {
      const replicas = [await limiterOf('one'), await limiterOf('one')];
      const calls = replicas.flatMap(limiter => times(10, () => limiter.consume('ada')));
      expect((await outcomes(calls)).passed).toBe(3);
      for (const replica of replicas) {
        await expect(replica.refuseIfSpent('ada')).rejects.toMatchObject({ code: 'rate-limited' });
        await replica.refuseIfSpent('grace');
      }
    });

    test('calls released or rejected by a replica do not count', async () => {
      const [one, other] = [await limiterOf('one'), await limiterOf('one')];
      const places = await Promise.all(Array.from({ length: 3 }, () => one.take('mary')));
      await expect(other.take('mary')).rejects.toMatchObject({ code: 'rate-limited' });
      await places[0]!();
      expect((await outcomes(times(5, () => other.consume('mary')))).passed).toBe(1);
    });

    test('limits with the same name are separate for each service', async () => {
      const [one, other] = [await limiterOf('one'), await limiterOf('other')];
      await outcomes(times(4, () => one.consume('linus')));
      await other.refuseIfSpent('linus');
      expect((await outcomes(times(4, () => other.consume('linus')))).passed).toBe(3);
    });
  });
});
