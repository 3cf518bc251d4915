import { generateSecret } from '@platform/auth/secret';
import { apiKey, bearer, castOf, type Headers } from '../../cast';
import { SERVICE_KEY, startTestApp, type TestApp } from '../../start-test-app';

let service: TestApp;
let cast: ReturnType<typeof castOf>;
beforeAll(async () => {
  service = await startTestApp({
    SERVICE_KEY,
    RATE_LIMIT_FAILED_AUTH: 'off',
    RATE_LIMIT_SIGN_IN: 'off',
  });
  cast = castOf(service);
});
afterAll(() => service.close());

const STATUS = '/me/client-secret';

async function codeOf(headers: Headers, path = STATUS) {
  const { status, body } = await cast.call(path, headers);
  return status === 200 ? 200 : `${status} ${body.code}`;
}

describe('a secret', () => {
  test.each([
    ['from another environment', (secret: string) => secret.replace('_test_', '_live_')],
    ['truncated', (secret: string) => secret.slice(0, -1)],
    ['in a different case', (secret: string) => secret.toUpperCase()],
    ['only the prefix', (secret: string) => secret.slice(0, 17)],
    ['two words', (secret: string) => `${secret} ${secret}`],
    ['10 kB long', (secret: string) => secret + 'A'.repeat(10_000)],
    ['a service key, which Authorization does not accept', () => SERVICE_KEY],
    ['SQL', () => `vsk_test_' or '1'='1`],
  ])('that is %s is not recognized', async (_, change) => {
    const { secret } = await cast.ada();
    expect(await codeOf(bearer(change(secret)))).toBe('401 secret-unrecognized');
  });

  test('of a disabled account has the same response as an unknown one, byte for byte', async () => {
    const { account, secret } = await cast.ada();
    await service.context.db.prisma.account.update({
      where: { id: account.id },
      data: { disabledAt: new Date() },
    });
    const disabled = await cast.call(STATUS, bearer(secret));
    const unknown = await cast.call(STATUS, bearer(generateSecret('vsk', 'test').secret));
    expect([disabled.status, disabled.text]).toEqual([unknown.status, unknown.text]);
    expect(disabled.headers['www-authenticate']).toBe(unknown.headers['www-authenticate']);
  });
});

describe('the sent credential', () => {
  test.each<[string, (secret: string) => Headers]>([
    ['Bearer', bearer],
    ['bearer in any case', secret => [['authorization', `bEaReR ${secret}`]]],
    ['Bearer with extra whitespace', secret => [['Authorization', `  Bearer  \t ${secret}  `]]],
    ['X-Api-Key', apiKey],
    ['the same header twice', secret => [...bearer(secret), ...bearer(secret)]],
    ['the same secret in both headers', secret => [...bearer(secret), ...apiKey(secret)]],
    [
      'a secret and an unsupported scheme',
      secret => [['Authorization', 'Basic dTpw'], ...apiKey(secret)],
    ],
    ['a secret and an empty header', secret => [['Authorization', 'Bearer '], ...apiKey(secret)]],
    [
      'a secret and a cookie, over which it takes precedence',
      secret => [...bearer(secret), ['Cookie', '__Host-reporting_session=nonsense']],
    ],
  ])('is accepted as %s', async (_, headers) => {
    const { secret } = await cast.ada();
    expect(await codeOf(headers(secret))).toBe(200);
  });

  test.each<[string, (one: string, other: string) => Headers]>([
    ['both headers', (one, other) => [...bearer(one), ...apiKey(other)]],
    ['Authorization twice', (one, other) => [...bearer(one), ...bearer(other)]],
    ['X-Api-Key twice', (one, other) => [...apiKey(one), ...apiKey(other)]],
  ])('is rejected if two credentials differ: %s', async (_, headers) => {
    const [one, other] = [await cast.ada(), await cast.ada()];
    expect(await codeOf(headers(one.secret, other.secret))).toBe('400 credential-conflict');
  });

  test.each(['Basic dTpw', 'Bearer', 'Bearer  ', '', 'vsk_test_abc'])(
    'is missing if Authorization is %j',
    async authorization => {
      expect(await codeOf([['Authorization', authorization]])).toBe('401 secret-missing');
    },
  );

  test('is rejected if there are two sessions, even if one is valid', async () => {
    const [[, session] = ['', '']] = await (await cast.ada()).signIn();
    const planted = '__Host-reporting_session=planted';
    for (const cookie of [
      `${session}; ${planted}`,
      `${planted}; ${session}`,
      `${session}; ${session}`,
    ]) {
      expect(await codeOf([['Cookie', cookie]])).toBe('401 session-invalid');
    }
  });

  test('is missing if a cookie has a different name', async () => {
    const [[, session] = ['', '']] = await (await cast.ada()).signIn();
    expect(await codeOf([['Cookie', `theme=dark; x-${session}`]])).toBe('401 secret-missing');
  });
});
