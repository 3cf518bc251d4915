import { fuzz } from '@platform/http/testing/fuzz';
import document from '../openapi.json';
import { problems } from '../src/http/problems';
import { signSubscription } from '../src/mail/unsubscribe/unsubscribe';
import { apiKey, bearer, castOf, type Headers, PASSWORD, xCompany } from './cast';
import { markOrganization } from './isolation/marked-organization';
import { SERVICE_KEY, startTestApp, type TestApp } from './start-test-app';

/** Nightly builds send more, with a different seed. */
const COUNT = Number(process.env.FUZZ_REQUESTS ?? 400);
const SEED = Number(process.env.SEED ?? 42);

/** The number of requests after which credentials are replaced, because requests may revoke them. */
const BATCH = 1_000;

const SESSION_SECRET = 'a session secret that only the tests know';

let service: TestApp;
beforeAll(async () => {
  service = await startTestApp({
    SERVICE_KEY,
    SESSION_SECRET,
    RATE_LIMIT_DEFAULT: 'off',
    RATE_LIMIT_REPORTS: 'off',
    RATE_LIMIT_SIGN_IN: 'off',
    RATE_LIMIT_FAILED_AUTH: 'off',
    // Without a mail server, operations that send emails would always fail.
    ...{ SMTP_URL: 'file:///nowhere', MAIL_FROM: 'reporting@example.org' },
  });
});
/** Fails if a response did not match the OpenAPI document. */
afterAll(() => service.close());

test(
  `${COUNT} generated requests of every kind have documented responses`,
  async () => {
    const cast = castOf(service);
    let succeeded = 0;
    for (let sent = 0; sent < COUNT; sent += BATCH) {
      const acme = await markOrganization(service, cast, 'acme');
      const globex = await markOrganization(service, cast, 'globex');
      const grace = await cast.grace();
      const unprivileged = await cast.ada({ apiAccess: false, reportAccess: false });
      const credentials: Headers[] = [
        ...Object.values(acme.credentials),
        ...Object.values(acme.credentials),
        bearer(grace.secret),
        [...apiKey(SERVICE_KEY), ...xCompany(acme.handle)],
        apiKey(SERVICE_KEY),
        bearer(unprivileged.secret),
        [],
        bearer('vsk_test_nobody'),
        [['Authorization', 'Basic YWRhOnNlY3JldA==']],
        [['Cookie', '__Host-reporting_session=eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.AAAA.x']],
        [['Cookie', '__Host-reporting_sso=eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.AAAA.x; a=j:{']],
      ];
      const statuses = await fuzz({
        url: service.url,
        document,
        count: Math.min(BATCH, COUNT - sent),
        seed: SEED + sent,
        credentials,
        values: [
          ...Object.values(acme.ids),
          ...Object.values(globex.ids),
          ...[acme.handle, globex.handle, 'nowhere', PASSWORD, `${acme.mark}@example.org`],
          signSubscription(
            { accountUuid: acme.ids.account!, topic: 'reminders', targetUuid: acme.uuid },
            SESSION_SECRET,
          ),
        ],
        secrets: [
          SERVICE_KEY,
          SESSION_SECRET,
          grace.secret,
          unprivileged.secret,
          ...Object.values(acme.credentials).map(([first]) => first![1].replace('Bearer ', '')),
        ],
        codes: Object.keys(problems),
      });
      succeeded += statuses[200] ?? 0;
    }
    // Errors alone would prove little.
    expect(succeeded).toBeGreaterThan(COUNT / 40);
  },
  COUNT * 500,
);
