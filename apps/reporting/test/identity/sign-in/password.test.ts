import { castOf, type Headers, PASSWORD } from '../../cast';
import { startTestApp, type TestApp } from '../../start-test-app';

let service: TestApp;
let cast: ReturnType<typeof castOf>;
beforeAll(async () => {
  service = await startTestApp({ RATE_LIMIT_SIGN_IN: 'off' });
  cast = castOf(service);
});
afterAll(() => service.close());

const NEXT = 'eight lamps on a loud street';

const change = (session: Headers, current: string, next: string) =>
  cast.call('/me/password', session, { method: 'POST', body: { current, new: next } });

async function canSignIn(email: string, password: string): Promise<boolean> {
  const request = { method: 'POST', body: { email, password } };
  return (await cast.call('/auth/login', [], request)).status === 204;
}

test('after a change, only the new password is accepted', async () => {
  const { account, signIn } = await cast.ada();
  const changed = await change(await signIn(), PASSWORD, NEXT);
  expect([changed.status, changed.text]).toEqual([204, '']);
  expect(await canSignIn(account.email, PASSWORD)).toBe(false);
  expect(await canSignIn(account.email, NEXT)).toBe(true);
});

test.each([
  ['short', 'new must have at least 12 characters.'],
  ['é'.repeat(37), 'new must not be longer than 72 bytes.'],
  ['passwordpassword', 'new is among the most common passwords.'],
])('the new password %s is rejected', async (newPassword, reason) => {
  const { account, signIn } = await cast.ada();
  const { status, body } = await change(await signIn(), PASSWORD, newPassword);
  expect([status, body.errors[0].field]).toEqual([400, 'new']);
  expect(body.detail).toBe(reason);
  expect(await canSignIn(account.email, PASSWORD)).toBe(true);
});

test('a wrong current password changes nothing', async () => {
  const { account, signIn } = await cast.ada();
  const session = await signIn();
  const { status, body } = await change(session, 'not the one', NEXT);
  expect([status, body.code]).toEqual([401, 'sign-in-failed']);
  expect((await cast.call('/auth/session', session)).status).toBe(200);
  expect(await canSignIn(account.email, NEXT)).toBe(false);
  const { auditEvent } = service.context.db.prisma;
  expect(await auditEvent.findMany({ where: { kind: 'password-change-failed' } })).toMatchObject([
    { actor: account.email, accountId: account.id, address: '127.0.0.1' },
  ]);
});
