import { fuzz } from '@platform/http/testing/fuzz';
import document from '../openapi.json';
import { problems } from '../src/http/problems';
import { startTestApp, type TestApp } from './start-test-app';

/** The nightly run sends more, with another seed. */
const COUNT = Number(process.env.FUZZ_REQUESTS ?? 400);
const SEED = Number(process.env.SEED ?? 42);

let service: TestApp;
beforeAll(async () => {
  service = await startTestApp();
});
/** Fails if a response does not match the document. */
afterAll(() => service.close());

test(
  `${COUNT} generated requests of every kind are answered as documented`,
  async () => {
    const bearer = (key: string) => [['Authorization', `Bearer ${key}`]] as const;
    const reader = await service.issueKey({ scopes: ['read'] });
    const team = await service.issueKey({ slugPatterns: ['team-*'] });
    const expired = await service.issueKey({ expiresAt: new Date(0) });
    const slugs = ['team-a', 'team-b', 'app', 'core_lib', 'x.y'];
    for (const slug of slugs) await service.call('POST', '/api/packages', { body: { Slug: slug } });
    const statuses = await fuzz({
      url: service.url,
      document,
      count: COUNT,
      seed: SEED,
      credentials: [
        ...[bearer(service.key), bearer(service.key), bearer(service.key)],
        ...[bearer(reader), bearer(team), bearer(expired), bearer('vrk_test_nobody'), []],
        [...bearer(service.key), ...bearer(reader)],
      ],
      values: [...slugs, '1.2.3', '"1.2.3"', '*', 'https://ci.example.org/1', 'key-1', 'key-2'],
      secrets: [service.key, reader, team, expired],
      codes: Object.keys(problems),
    });
    // Refusals alone would prove little.
    expect(statuses[200]).toBeGreaterThan(COUNT / 20);
  },
  COUNT * 500,
);
