import { holdSlots } from '@platform/http/testing';
import { passwordsAtOnce } from '../../../src/slots';
import { ask } from '../../ask';
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
