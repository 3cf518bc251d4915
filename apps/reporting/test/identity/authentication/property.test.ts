import fc from 'fast-check';
import { runs } from '../../runs';
import { SERVICE_KEY, startTestApp, type TestApp } from '../../start-test-app';
import { OPERATIONS } from './operations';
import { type Call, expectedAnswers, type World } from './oracle';
import { answerTo } from './send-call';
import { type Companies, HANDLES, storeAccount } from './store-account';

let service: TestApp;
let companies: Companies;
beforeAll(async () => {
  service = await startTestApp({
    SERVICE_KEY,
    ALLOWED_ORIGINS: 'https://app.example.org',
    RATE_LIMIT_DEFAULT: 'off',
    RATE_LIMIT_REPORTS: 'off',
    RATE_LIMIT_FAILED_AUTH: 'off',
  });
  const [acme, globex, initech] = await Promise.all(HANDLES.map(service.seed.company));
  companies = { acme: acme!, globex: globex!, initech: initech! };
});
afterAll(() => service.close());

/** Mostly valid, because a call that fails the first check does not test the others. */
const mostly = <Usual, Other>(usual: Usual, ...others: Other[]) =>
  fc.oneof({ weight: 3, arbitrary: fc.constant(usual) }, fc.constantFrom(...others));
const rarely = fc.oneof({ weight: 11, arbitrary: fc.constant(false) }, fc.constant(true));
const membership = fc.option(
  fc.record({
    hasAccess: mostly(true, false),
    isDeveloper: mostly(true, false),
    reportScope: mostly('organization', 'administered'),
    keepsRecords: fc.boolean(),
  }),
);

const world = fc.record({
  isOperator: mostly(false, true),
  isDisabled: rarely,
  grants: fc.constantFrom('reports', 'api', 'none'),
  memberships: fc.record({ acme: membership, globex: membership, initech: membership }),
  clientSecret: mostly('live', 'expired'),
  session: mostly('live', 'expired', 'signed out'),
  signedInTo: fc.constantFrom(null, 'acme', 'globex'),
});

const sent = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom('personal secret', 'client secret', 'service secret') },
  fc.constantFrom('service key', 'wrong secret'),
);
const call: fc.Arbitrary<Call> = fc
  .record({
    operation: fc.constantFrom(...OPERATIONS),
    credential: fc.oneof(
      fc.record({ authorization: sent }),
      fc.record({ apiKey: sent }),
      fc.record({ cookie: mostly('session', 'forged', 'two') }),
      fc.record({
        authorization: fc.option(fc.oneof(sent, fc.constant('no bearer'))),
        apiKey: fc.option(sent),
        cookie: fc.option(fc.constantFrom('session', 'forged', 'two')),
      }),
    ),
    origin: mostly(null, 'own', 'configured', 'foreign', 'null'),
    xCompany: fc.oneof(fc.constant(null), mostly('acme', ...HANDLES, 'nowhere', 'empty')),
    companyId: fc.oneof(
      { weight: 4, arbitrary: fc.constant(null) },
      mostly('acme', 'globex', 'unregistered'),
    ),
    hasUnknownParameter: rarely,
  })
  .map(({ credential, ...rest }) => {
    const none = { authorization: null, apiKey: null, cookie: null };
    return { ...none, ...credential, ...rest } as Call;
  });

const generated = fc
  .record({ world, calls: fc.array(call, { minLength: 1, maxLength: 12 }) })
  .map(({ world: { grants, ...facts }, calls }) => {
    const [apiAccess, reportAccess] = [grants !== 'none', grants === 'reports'];
    const start = { ...facts, apiAccess, reportAccess, personalSecret: 'live' } as World;
    return { start, calls };
  });

test('every combination of caller, credential and request has the specified response', async () => {
  await fc.assert(
    fc.asyncProperty(generated, async ({ start, calls }) => {
      const place = { service, companies, serviceKey: SERVICE_KEY };
      const caller = { ...place, ...(await storeAccount(place, start)) };
      const responses = [];
      for (const made of calls) responses.push(await answerTo(caller, made));
      expect(responses).toEqual(expectedAnswers(start, calls));
    }),
    { numRuns: runs(200) },
  );
}, 300_000);

test('the generated calls cover every specified response', () => {
  const responses = fc
    .sample(generated, 5_000)
    .flatMap(({ start, calls }) => expectedAnswers(start, calls));
  expect([...new Set(responses)].sort()).toEqual([
    '200',
    '201',
    '204',
    '400 company-required',
    '400 credential-conflict',
    '400 invalid-request',
    '400 request-not-narrowed',
    '400 unknown-company',
    '401 secret-expired',
    '401 secret-missing',
    '401 secret-unrecognized',
    '401 session-expired',
    '401 session-invalid',
    '403 account-required',
    '403 api-access-required',
    '403 developer-role-required',
    '403 gaps-not-shared',
    '403 no-company-access',
    '403 operator-required',
    '403 origin-not-allowed',
    '403 record-keeper-required',
    '403 report-access-required',
    '403 session-required',
    '404 unknown-account',
    '404 unknown-achievement',
    '404 unknown-import',
    '404 unknown-member',
    '404 unknown-ticket',
    '501 not-implemented',
  ]);
});
