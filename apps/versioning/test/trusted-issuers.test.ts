import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  type CryptoKey,
  exportJWK,
  exportSPKI,
  generateKeyPair,
  type JWTPayload,
  SignJWT,
  UnsecuredJWT,
} from 'jose';
import { startTestApp, type TestApp } from './start-test-app';
import { audience, entryOf } from './trusted-issuer-entry';

interface SigningKey {
  readonly id: string;
  readonly privateKey: CryptoKey;
  readonly publicKey: CryptoKey;
}

async function signingKey(id: string): Promise<SigningKey> {
  return { id, ...(await generateKeyPair('RS256', { extractable: true })) };
}

/** Starts an OpenID Connect issuer whose keys can change, and that can hang, redirect, or send too much or invalid data. */
async function startIssuer() {
  const fetched = { documents: 0, keys: 0 };
  const state = {
    published: [] as SigningKey[],
    behaviour: 'answers' as
      | 'answers'
      | 'hangs'
      | 'redirects'
      | 'floods'
      | 'has no keys'
      | 'has no document',
    keysUri: '',
    names: '',
  };
  const server: Server = createServer((request, response) => {
    void (async () => {
      const isDocument = request.url === '/.well-known/openid-configuration';
      fetched[isDocument ? 'documents' : 'keys'] += 1;
      if (state.behaviour === 'hangs') return;
      if (state.behaviour === 'has no document') {
        response.writeHead(200).end('null');
        return;
      }
      if (!isDocument && state.keysUri !== '' && request.url !== new URL(state.keysUri).pathname) {
        response.writeHead(404).end();
        return;
      }
      if (!isDocument && state.behaviour === 'redirects') {
        response.writeHead(302, { Location: '/elsewhere' }).end();
        return;
      }
      if (!isDocument && state.behaviour === 'floods') {
        response.writeHead(200).end(JSON.stringify({ keys: [], padding: 'x'.repeat(1024 * 1024) }));
        return;
      }
      if (!isDocument && state.behaviour === 'has no keys') {
        response.writeHead(200).end('{}');
        return;
      }
      const keys = await Promise.all(
        state.published.map(async ({ id, publicKey }) => ({
          ...(await exportJWK(publicKey)),
          kid: id,
          alg: 'RS256',
        })),
      );
      const document = { issuer: state.names || url, jwks_uri: state.keysUri || `${url}/keys` };
      response.writeHead(200, { 'Content-Type': 'application/json' });
      response.end(JSON.stringify(isDocument ? document : { keys }));
    })();
  });
  await new Promise<void>(resolve => void server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  return { url, state, fetched, close };
}

type Issuer = Awaited<ReturnType<typeof startIssuer>>;

const claims = {
  sub: 'repo:acme/shop:ref:refs/heads/main',
  repository: 'acme/shop',
  ref: 'refs/heads/main',
};

let issuer: Issuer;
let key: SigningKey;
let app: TestApp;
async function start() {
  issuer = await startIssuer();
  issuer.state.published = [key];
  app = await startTestApp({
    TRUSTED_ISSUERS: JSON.stringify([entryOf(issuer.url)]),
    RATE_LIMIT_FAILED_AUTH: 'off',
  });
}
async function stop() {
  await app.close();
  issuer.close();
}
const removePackages = ({ context }: TestApp) =>
  context.db.pool.query('truncate versioning.package, versioning.idempotency_record cascade');
beforeAll(async () => {
  key = await signingKey('one');
  await start();
});
afterEach(() => removePackages(app));
afterAll(stop);

interface Sign {
  readonly by?: SigningKey;
  readonly aud?: string | string[];
  readonly iss?: string;
  /** In seconds from now. */
  readonly exp?: number;
  readonly nbf?: number;
  readonly iat?: number;
}

const sign = (
  more: JWTPayload = {},
  { by = key, aud = audience, iss = issuer.url, exp = 300, nbf = 0, iat = 0 }: Sign = {},
) => {
  const now = Math.floor(Date.now() / 1_000);
  return new SignJWT({ ...claims, ...more })
    .setProtectedHeader({ alg: 'RS256', kid: by.id })
    .setIssuer(iss)
    .setAudience(aud)
    .setIssuedAt(now + iat)
    .setNotBefore(now + nbf)
    .setExpirationTime(now + exp)
    .sign(by.privateKey);
};

const increment = (token: string, slug = 'shop', headers = {}) =>
  app.call('POST', `/api/packages/${slug}/increment/patch`, { key: token, headers });

async function expectRefusal(reply: ReturnType<typeof increment>, status: number, code: string) {
  const { status: got, body } = await reply;
  expect([got, body.Code]).toEqual([status, code]);
  return body.Detail as string;
}

test('a token increments the packages of its repository, and the history names entry and subject', async () => {
  const token = await sign();
  expect((await increment(token)).body.Version).toBe('0.0.1');
  const { body } = await app.call('GET', '/api/packages/shop/history', { key: token });
  expect(body[0].KeyName).toBe(`github: ${claims.sub}`);
  await app.call('POST', '/api/packages/shop-web/increment/patch');
  const listed = await app.call('GET', '/api/packages', { key: token });
  expect(listed.body.map(({ Slug }: { Slug: string }) => Slug)).toEqual(['shop']);
});

test('another slug and a scope that the entry does not grant are refused', async () => {
  const token = await sign();
  await expectRefusal(increment(token, 'other'), 403, 'key-scope');
  const manage = app.call('GET', '/api/keys', { key: token });
  await expectRefusal(manage, 403, 'key-scope');
});

test('the refusal names the issuer and subject, but never the token', async () => {
  const token = await sign({}, { aud: 'https://other.example.org' });
  const detail = await expectRefusal(increment(token), 401, 'token-unrecognized');
  expect(detail).toContain(issuer.url);
  expect(detail).toContain(claims.sub);
  expect(detail).toContain('its audience is not this service');
  for (const part of token.split('.')) expect(detail).not.toContain(part);
});

test.each<[string, JWTPayload]>([
  ['another branch', { ref: 'refs/heads/feature' }],
  ['another owner', { repository: 'evil/shop' }],
  ['an owner that begins alike', { repository: 'acme-evil/shop' }],
  ['a project below another group', { repository: 'acme/sandbox/mallory/shop' }],
  ['no project', { repository: 'acme/' }],
  ['a claim that is missing', { ref: undefined }],
  ['a claim that is a list', { ref: ['refs/heads/main'] }],
  ['a claim that is a number', { ref: 1 }],
  ['no subject', { sub: undefined }],
  ['a subject that is not a string', { sub: ['repo:acme/shop'] as never }],
  ['a subject with a line break', { sub: 'repo\nadmin' }],
])('a token with %s is not recognized', async (_, more) => {
  await expectRefusal(increment(await sign(more)), 401, 'token-unrecognized');
});

test.each([
  ['a wildcard', 'acme/*'],
  ['a space', 'acme/a b'],
])('a claim that ends in %s grants no slug', async (_, repository) => {
  const token = await sign({ repository });
  expect(await expectRefusal(increment(token), 403, 'key-scope')).toBe(
    `The token github: ${claims.sub} allows no slug: the slugs that its entry of TRUSTED_ISSUERS makes from claims ` +
      'are not valid.',
  );
  expect((await app.call('GET', '/api/packages', { key: token })).body).toEqual([]);
});

test.each<[string, string, Sign]>([
  ['of several audiences', 'audiences', { aud: [audience, 'https://other.example.org'] }],
  ['issued for more than 24 hours', '24 hours', { exp: 86_401 }],
  ['issued in the future', 'timestamps', { iat: 120, exp: 300 }],
])('a token %s is not recognized', async (_, reason, how) => {
  const detail = await expectRefusal(increment(await sign({}, how)), 401, 'token-unrecognized');
  expect(detail).toContain(reason);
});

test('a token with its audience in a list, valid for 24 hours, is accepted', async () => {
  const token = await sign({}, { aud: [audience], iat: -60, exp: 86_340 });
  expect((await increment(token)).status).toBe(200);
});

test('an expired or not yet valid token is refused, with 60 seconds of leeway for its start', async () => {
  await expectRefusal(increment(await sign({}, { exp: -5 })), 401, 'token-expired');
  await expectRefusal(increment(await sign({}, { exp: -300 })), 401, 'token-expired');
  await expectRefusal(increment(await sign({}, { nbf: 120 })), 401, 'token-unrecognized');
  expect((await increment(await sign({}, { nbf: 30 }))).status).toBe(200);
});

test.each<[string, (token: SignJWT) => SignJWT]>([
  ['expiry', token => token.setIssuedAt()],
  ['time of issue', token => token.setExpirationTime('5m')],
])('a token without its %s is refused', async (_, complete) => {
  const token = await complete(new SignJWT(claims))
    .setProtectedHeader({ alg: 'RS256', kid: key.id })
    .setIssuer(issuer.url)
    .setAudience(audience)
    .sign(key.privateKey);
  await expectRefusal(increment(token), 401, 'token-unrecognized');
});

test('keys of unknown issuers are not requested', async () => {
  const other = await startIssuer();
  const token = await sign({}, { iss: other.url });
  await expectRefusal(increment(token), 401, 'token-unrecognized');
  other.close();
  expect(other.fetched).toEqual({ documents: 0, keys: 0 });
});

describe('a forged token is not recognized', () => {
  test('with alg none', async () => {
    const token = new UnsecuredJWT(claims)
      .setIssuer(issuer.url)
      .setAudience(audience)
      .setExpirationTime('5m')
      .encode();
    await expectRefusal(increment(token), 401, 'token-unrecognized');
  });

  test('with HS256 and the public key as secret', async () => {
    const secret = new TextEncoder().encode(await exportSPKI(key.publicKey));
    const token = await new SignJWT(claims)
      .setProtectedHeader({ alg: 'HS256', kid: key.id })
      .setIssuer(issuer.url)
      .setAudience(audience)
      .setExpirationTime('5m')
      .sign(secret);
    await expectRefusal(increment(token), 401, 'token-unrecognized');
  });

  test('with another key under the same ID', async () => {
    const token = await sign({}, { by: await signingKey(key.id) });
    await expectRefusal(increment(token), 401, 'token-unrecognized');
  });

  test('with the claims of another token', async () => {
    const [head, , signature] = (await sign()).split('.');
    const body = Buffer.from(
      JSON.stringify({ ...claims, iss: issuer.url, aud: audience, exp: 2 ** 31 }),
    );
    const token = [head, body.toString('base64url'), signature].join('.');
    await expectRefusal(increment(token), 401, 'token-unrecognized');
  });

  test.each(['a.b.c', 'e30.e30.', `${'x'.repeat(2_000)}.e30.e30`])(
    'that is malformed: %.20s',
    async token => {
      await expectRefusal(increment(token), 401, 'token-unrecognized');
    },
  );
});

describe('keys of the issuer', () => {
  let shared: { issuer: Issuer; app: TestApp };
  beforeEach(() => {
    shared = { issuer, app };
    return start();
  });
  afterEach(async () => {
    await stop();
    ({ issuer, app } = shared);
  });

  test('are fetched once for all tokens', async () => {
    const tokens = await Promise.all(
      Array.from({ length: 20 }, (_, index) => sign({ jti: String(index) })),
    );
    const replies = await Promise.all(tokens.map(token => increment(token)));
    expect(replies.map(({ status }) => status)).toEqual(tokens.map(() => 200));
    expect(issuer.fetched).toEqual({ documents: 1, keys: 1 });
  });

  test('are fetched again for an unknown key ID only after the cooldown', async () => {
    await increment(await sign());
    const next = await signingKey('two');
    issuer.state.published = [key, next];
    const token = await sign({}, { by: next });
    await expectRefusal(increment(token), 401, 'token-unrecognized');
    expect(issuer.fetched.keys).toBe(1);
    const later = jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 31_000);
    expect((await increment(token)).status).toBe(200);
    later.mockRestore();
    expect(issuer.fetched.keys).toBe(2);
  });

  test('that cannot be fetched again are unavailable for unknown key IDs, with one fetch in 30 seconds, while known ones work', async () => {
    await increment(await sign());
    const next = await signingKey('two');
    issuer.state.published = [key, next];
    issuer.state.behaviour = 'has no keys';
    const token = await sign({}, { by: next });
    const known = await sign({ jti: 'another' });
    const later = jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 31_000);
    await expectRefusal(increment(token), 503, 'issuer-unavailable');
    await expectRefusal(increment(token), 503, 'issuer-unavailable');
    expect(issuer.fetched).toEqual({ documents: 1, keys: 2 });
    expect((await increment(known)).status).toBe(200);
    issuer.state.behaviour = 'answers';
    later.mockReturnValue(Date.now() + 31_000);
    expect((await increment(token)).status).toBe(200);
    later.mockRestore();
    expect(issuer.fetched).toEqual({ documents: 1, keys: 3 });
  });

  test('that cannot be used verify no token', async () => {
    issuer.state.published = [{ ...key, publicKey: key.privateKey }];
    await expectRefusal(increment(await sign()), 401, 'token-unrecognized');
  });

  test('are forgotten after ten minutes', async () => {
    await increment(await sign());
    issuer.state.published = [];
    const token = await sign({ jti: 'another' }, { exp: 3_600 });
    expect((await increment(token)).status).toBe(200);
    const later = jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 601_000);
    await expectRefusal(increment(token), 401, 'token-unrecognized');
    later.mockRestore();
  });

  test('are found after the issuer has moved them', async () => {
    await increment(await sign());
    issuer.state.keysUri = `${issuer.url}/moved`;
    const token = await sign({ jti: 'another' }, { exp: 3_600 });
    const later = jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 601_000);
    await expectRefusal(increment(token), 503, 'issuer-unavailable');
    expect((await increment(token)).status).toBe(200);
    later.mockRestore();
  });

  test('are not needed for a token that was verified before', async () => {
    const token = await sign();
    await increment(token);
    issuer.close();
    expect((await increment(token)).status).toBe(200);
  });

  test.each(['hangs', 'redirects', 'floods', 'has no keys', 'has no document'] as const)(
    'of an issuer that %s are unavailable, which is not a failed authentication',
    async behaviour => {
      issuer.state.behaviour = behaviour;
      await expectRefusal(increment(await sign()), 503, 'issuer-unavailable');
      issuer.state.behaviour = 'answers';
      expect((await increment(await sign())).status).toBe(200);
    },
  );

  test.each([
    ['over http elsewhere', { keysUri: 'http://keys.example.org/keys' }],
    ['of another issuer', { names: 'https://other.example.org' }],
  ])('%s are not fetched', async (_, state) => {
    Object.assign(issuer.state, state);
    await expectRefusal(increment(await sign()), 503, 'issuer-unavailable');
    expect(issuer.fetched.keys).toBe(0);
  });
});

test('a verified token is refused after its expiry', async () => {
  const token = await sign({}, { exp: 60 });
  expect((await increment(token)).status).toBe(200);
  const later = jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 61_000);
  const { status } = await increment(token);
  later.mockRestore();
  expect(status).toBe(401);
});

test('an Idempotency-Key belongs to the entry and subject, not to the token', async () => {
  const once = { 'Idempotency-Key': 'build-1' };
  const first = await increment(await sign({ jti: '1' }), 'shop', once);
  const again = await increment(await sign({ jti: '2' }), 'shop', once);
  expect([again.text, again.headers.get('idempotent-replayed')]).toEqual([first.text, 'true']);
  const other = await increment(await sign({ sub: 'repo:acme/shop:pull' }), 'shop', once);
  expect(other.body.Version).toBe('0.0.2');
});

test('limits apply per entry and subject, not per token', async () => {
  const limited = await startTestApp({
    TRUSTED_ISSUERS: JSON.stringify([entryOf(issuer.url)]),
    RATE_LIMIT_DEFAULT: '2/60',
  });
  const list = async (more: JWTPayload) =>
    (await limited.call('GET', '/api/packages', { key: await sign(more) })).status;
  expect([await list({ jti: '1' }), await list({ jti: '2' }), await list({ jti: '3' })]).toEqual([
    200, 200, 429,
  ]);
  expect(await list({ sub: 'repo:acme/other' })).toBe(200);
  await limited.close();
});

test('the first matching entry applies', async () => {
  const entries = [
    entryOf(issuer.url, { Name: 'main', Slugs: ['shop'] }),
    entryOf(issuer.url, {
      Name: 'any',
      Claims: { repository: 'acme/*' },
      Scopes: ['read'],
      Slugs: ['*'],
    }),
  ];
  const two = await startTestApp({ TRUSTED_ISSUERS: JSON.stringify(entries) });
  const take = async (more: JWTPayload) =>
    (await two.call('POST', '/api/packages/shop/increment/patch', { key: await sign(more) }))
      .status;
  expect([await take({}), await take({ ref: 'refs/pull/1/merge' })]).toEqual([200, 403]);
  await two.close();
});

test('no token is stored', async () => {
  const token = await sign();
  await increment(token, 'shop', { 'Idempotency-Key': 'one' });
  await increment(token, 'other');
  const { rows } = await app.context.db.pool.query(
    `select (select string_agg(r::text, '') from versioning.idempotency_record r)
      || (select string_agg(e::text, '') from versioning.key_event e)
      || (select string_agg(c::text, '') from versioning.package_change c) as stored`,
  );
  const [, body, signature] = token.split('.');
  expect(rows[0].stored).toContain('github: repo:acme/shop');
  for (const part of [body!, signature!]) expect(rows[0].stored).not.toContain(part);
});

test('a token of a group has access to packages by the full path of its project', async () => {
  const entry = entryOf(issuer.url, {
    Claims: { repository: 'acme/**' },
    Slugs: ['{repository:path}', '{repository:path}/*'],
  });
  const group = await startTestApp({ TRUSTED_ISSUERS: JSON.stringify([entry]) });
  const token = await sign({ repository: 'acme/team-a/api' });
  const take = async (slug: string) => {
    const { status, body } = await group.call(
      'POST',
      `/api/packages/${encodeURIComponent(slug)}/increment/patch`,
      { key: token },
    );
    return status === 200 ? body.Slug : body.Code;
  };
  expect([
    await take('team-a/api'),
    await take('team-a/api/web'),
    await take('team-b/api'),
    await take('api'),
  ]).toEqual(['team-a/api', 'team-a/api/web', 'key-scope', 'key-scope']);
  await group.close();
});

describe('entries with rules', () => {
  const workflow = 'acme/ci/.github/workflows/release.yml@refs/heads/main';
  const branch = (Name: string, Claims: object, Allows?: object) =>
    entryOf(issuer.url, {
      Name,
      Claims: { repository: 'acme/*', ...Claims },
      ...(Allows && { Allows }),
    });
  let ruled: TestApp;
  beforeAll(async () => {
    ruled = await startTestApp({
      TRUSTED_ISSUERS: JSON.stringify([
        branch('manager', { ref: 'refs/heads/main', environment: 'production' }),
        branch('workflow', { job_workflow_ref: workflow }, { Components: ['Minor', 'Patch'] }),
        branch('main', { ref: 'refs/heads/main' }, { PreReleases: 'never' }),
        branch('hotfix', { ref: 'refs/heads/release/*' }, { Lines: ['{ref:release/*}', '9'] }),
        branch('feature', { ref: 'refs/heads/**' }, { PreReleases: 'only' }),
      ]),
    });
  });
  beforeEach(async () => {
    for (const Version of ['1.4.0', '2.0.0']) {
      await ruled.call('PUT', '/api/packages/shop/version', { body: { Version } });
    }
  });
  afterEach(() => removePackages(ruled));
  afterAll(() => ruled.close());

  const increments = {
    major: 'increment/major',
    patch: 'increment/patch',
    candidate: 'increment/minor?pre=rc',
    hotfix: 'increment/patch?line=1.4',
  };

  test.each<[string, JWTPayload, string[]]>([
    ['main', { ref: 'refs/heads/main' }, ['3.0.0', '3.0.1', 'PreReleases', '1.4.1']],
    [
      'main in the environment',
      { ref: 'refs/heads/main', environment: 'production' },
      ['3.0.0', '3.0.1', '3.1.0-rc.1', '1.4.1'],
    ],
    [
      'a reusable workflow, called by a branch',
      { ref: 'refs/heads/any', job_workflow_ref: workflow },
      ['Components', '2.0.1', '2.1.0-rc.1', '1.4.1'],
    ],
    ['a release branch', { ref: 'refs/heads/release/1.4' }, ['Lines', 'Lines', 'Lines', '1.4.1']],
    [
      'a branch named like a line',
      { ref: 'refs/heads/release/1.4.x' },
      ['Lines', 'Lines', 'Lines', 'Lines'],
    ],
    [
      'a feature branch',
      { ref: 'refs/heads/feature/release/2' },
      ['PreReleases', 'PreReleases', '2.1.0-rc.1', 'PreReleases'],
    ],
    ['a pull request', { ref: 'refs/pull/7/merge' }, Array<string>(4).fill('unrecognized')],
    [
      'a fork',
      { repository: 'mallory/shop', ref: 'refs/heads/main' },
      Array<string>(4).fill('unrecognized'),
    ],
  ])('%s makes what its entry allows', async (_, more, expected) => {
    const token = await sign({ ...more });
    const made: string[] = [];
    for (const path of Object.values(increments)) {
      const { status, body } = await ruled.call('POST', `/api/packages/shop/${path}`, {
        key: token,
      });
      const rule = /\(Allows\.(\w+)\)/.exec(body.Detail)?.[1];
      made.push(status === 401 ? 'unrecognized' : (rule ?? body.Version));
    }
    expect(made).toEqual(expected);
  });

  test('only the manager sets versions', async () => {
    const set = async (more: JWTPayload) => {
      const call = { key: await sign(more), body: { Version: '2.5.0' } };
      return (await ruled.call('PUT', '/api/packages/shop/version', call)).status;
    };
    expect([
      await set({ ref: 'refs/heads/main' }),
      await set({ ref: 'refs/heads/feature/a' }),
      await set({ ref: 'refs/heads/main', environment: 'production' }),
    ]).toEqual([403, 403, 200]);
  });
});
