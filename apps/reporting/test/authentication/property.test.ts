import fc from 'fast-check';
import { startTestApp, type TestApp } from '../start-test-app';
import { answerTo } from './drawn-call';
import { type Companies, HANDLES, plantWorld } from './drawn-world';
import { OPERATIONS } from './operations';
import { type Call, expectedAnswer, type World } from './oracle';

const SERVICE_KEY = 'a service key of thirty-two characters or more';

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

/** Mostly in good order: what is refused by the first check says nothing of the others. */
const mostly = <Usual, Other>(usual: Usual, ...others: Other[]) =>
  fc.oneof({ weight: 3, arbitrary: fc.constant(usual) }, fc.constantFrom(...others));
const membership = fc.option(
  fc.record({ hasAccess: mostly(true, false), isDeveloper: mostly(true, false) }),
);

const world = fc.record({
  isOperator: mostly(false, true),
  isDisabled: fc.oneof({ weight: 9, arbitrary: fc.constant(false) }, fc.constant(true)),
  grants: mostly('reports', 'api', 'none'),
  memberships: fc.record({ acme: membership, globex: membership, initech: membership }),
  clientSecret: mostly('live', 'expired'),
  session: mostly('live', 'expired', 'signed out'),
});

const sent = fc.constantFrom('personal secret', 'client secret', 'service key', 'wrong secret');
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
    companyId: mostly(null, ...HANDLES, 'unregistered'),
    hasUnknownParameter: fc.oneof({ weight: 7, arbitrary: fc.constant(false) }, fc.constant(true)),
  })
  .map(({ credential, ...rest }) => {
    const none = { authorization: null, apiKey: null, cookie: null };
    return { ...none, ...credential, ...rest } as Call;
  });

test('whoever calls, with whatever they hold and send, the answer is that of the specification', async () => {
  const answers = new Map<string, number>();
  const step = fc.record({ world, calls: fc.array(call, { minLength: 1, maxLength: 12 }) });
  await fc.assert(
    fc.asyncProperty(step, async ({ world: facts, calls }) => {
      const { grants, ...rest } = facts;
      const [apiAccess, reportAccess] = [grants !== 'none', grants === 'reports'];
      const start = { ...rest, apiAccess, reportAccess, personalSecret: 'live' } as World;
      const place = { service, companies, serviceKey: SERVICE_KEY };
      const planted = await plantWorld(place, start);
      let now = start;
      for (const made of calls) {
        const expected = expectedAnswer(now, made);
        answers.set(expected, (answers.get(expected) ?? 0) + 1);
        expect([made, await answerTo({ ...place, ...planted }, made)]).toEqual([made, expected]);
        // Replaced or revoked, the secret stops on the next call.
        if (/^20[14]$/.test(expected)) now = { ...now, personalSecret: 'gone' };
      }
    }),
    { numRuns: 250 },
  );
  // Each answer that the oracle knows was given: the draw is not too narrow.
  expect([...answers.keys()].sort()).toEqual([
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
    '403 no-company-access',
    '403 operator-required',
    '403 origin-not-allowed',
    '403 report-access-required',
    '404 unknown-achievement',
    '501 not-implemented',
  ]);
});
