import { availableParallelism } from 'node:os';
import { holdSlots, waitUntil } from '@platform/http/testing';
import { passwordsAtOnce } from '../../../src/slots';
import { ask } from '../../ask';
import { castOf, PASSWORD } from '../../cast';
import { startTestApp } from '../../start-test-app';

test.each([
  [1, 1],
  [2, 1],
  [4, 3],
  [64, 3],
])('of %i cores, %i are for passwords', (cores, most) => {
  expect(passwordsAtOnce(cores)).toBe(most);
});

test('a sign-in is refused as busy while too many wait, and not after', async () => {
  const service = await startTestApp();
  const body = { email: 'nobody@example.org', password: 'whatever it is' };
  const signIn = () => ask(`${service.url}/auth/login`, { method: 'POST', body });
  const release = holdSlots(service.context.slots.passwords);
  const refused = await signIn();
  expect([refused.status, refused.body.code]).toEqual([503, 'busy']);
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  await release();
  expect((await signIn()).status).toBe(401);
  await service.close();
});

test('a change of a password gives up its place when its client leaves', async () => {
  const service = await startTestApp();
  const { passwords } = service.context.slots;
  const session = await (await castOf(service).ada()).signIn();
  const release = holdSlots(passwords, passwordsAtOnce(availableParallelism()));
  const leaving = new AbortController();
  const change = fetch(`${service.url}/me/password`, {
    method: 'POST',
    headers: [...session, ['Content-Type', 'application/json']] as [string, string][],
    body: JSON.stringify({ current: PASSWORD, new: 'eight lamps on a loud street' }),
    signal: leaving.signal,
  });
  await waitUntil(() => passwords.waiting === 1);
  leaving.abort();
  await expect(change).rejects.toThrow('aborted');
  await waitUntil(() => passwords.waiting === 0);
  await release();
  await service.close();
});
