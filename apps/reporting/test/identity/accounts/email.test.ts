import { parseNewEmail } from '../../../src/identity/accounts/email';
import { email } from '../../../src/records/column-types';
import { bearer, castOf } from '../../cast';
import { startTestApp, type TestApp } from '../../start-test-app';

let service: TestApp;
beforeAll(async () => {
  service = await startTestApp();
});
afterAll(() => service.close());

/** Returns whether the API, the command and an import accept an address. */
async function acceptedBy(address: string): Promise<boolean[]> {
  const { call, grace } = castOf(service);
  const request = { method: 'POST', body: { email: address, name: 'Ada' } };
  const { status } = await call('/security/accounts', bearer((await grace()).secret), request);
  return [status === 201, isArgument(address), email.read(address, null) === address];
}

function isArgument(address: string): boolean {
  try {
    return parseNewEmail(address) === address;
  } catch {
    return false;
  }
}

test.each([
  'ada@example.org',
  "o'neill+x/y=z!@example.org",
  'łukasz@przykład.example',
  `${'a'.repeat(242)}@example.org`,
])('the API, the command and an import accept the e-mail %s', async address => {
  expect(await acceptedBy(address)).toEqual([true, true, true]);
});

test.each([
  'ada',
  'ada@',
  'a b@example.org',
  'ada\u200b@example.org',
  'a<b@example.org',
  'a;b@example.org',
  'a,b@example.org',
  'a"b@example.org',
  'a(b)@example.org',
  'a\\b@example.org',
  'a@b@example.org',
  'a\u0085b@example.org',
  'ada@[192.0.2.1]',
  `${'a'.repeat(243)}@example.org`,
])('none of them accepts the e-mail %s', async address => {
  expect(await acceptedBy(address)).toEqual([false, false, false]);
});
