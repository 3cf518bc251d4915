import { createHashQueue, hashConcurrency } from '../../../src/access/sign-in/hash-queue';
import { ask } from '../../ask';
import { startTestApp } from '../../start-test-app';

/** Work that reports its start and ends on request. */
function held() {
  const begun: number[] = [];
  const ends: (() => void)[] = [];
  const work = (n: number) => () => {
    begun.push(n);
    return new Promise<void>(resolve => ends.push(resolve));
  };
  return { begun, ends, work };
}

const settle = () => new Promise(resolve => setImmediate(resolve));

test('so many passwords are checked at once, and the others in their order', async () => {
  const run = createHashQueue(2);
  const { begun, ends, work } = held();
  const all = [1, 2, 3, 4, 5].map(n => run(work(n)));
  for (const expected of [2, 3, 4, 5]) {
    await settle();
    expect(begun).toEqual([1, 2, 3, 4, 5].slice(0, expected));
    ends.shift()!();
  }
  ends.shift()!();
  await Promise.all(all);
});

test('a place is free again after work that fails', async () => {
  const run = createHashQueue(1);
  await expect(run(() => Promise.reject(new Error('no such hash')))).rejects.toThrow('no such');
  expect(await run(() => Promise.resolve('checked'))).toBe('checked');
});

test.each([
  [1, 1],
  [2, 1],
  [4, 3],
  [64, 3],
])('of %i cores, %i are for passwords', (cores, most) => {
  expect(hashConcurrency(cores)).toBe(most);
});

test('a sign-in is refused as busy while too many wait, and not after', async () => {
  const service = await startTestApp();
  const body = { email: 'nobody@example.org', password: 'whatever it is' };
  const signIn = () => ask(`${service.url}/auth/login`, { method: 'POST', body });
  const releases: (() => void)[] = [];
  const released = new Promise<void>(resolve => releases.push(resolve));
  // More than may wait on any machine.
  const others = Promise.allSettled(
    Array.from({ length: 200 }, () => service.context.hashQueue(() => released)),
  );
  const refused = await signIn();
  expect([refused.status, refused.body.code]).toEqual([503, 'busy']);
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  releases[0]!();
  await others;
  expect((await signIn()).status).toBe(401);
  await service.close();
});
