import assert from 'node:assert/strict';
import type { BrowserContext } from 'playwright-core';
import type { Reader, ServiceName } from '../scratch/services.js';
import type { Edge } from './nginx.js';
import { type Executed, openSwaggerPage, type SwaggerPage } from './swagger-page.js';

export interface Journey {
  name: string;
  service: ServiceName;
  travel: (
    page: SwaggerPage,
    scene: {
      edge: Edge;
      context: BrowserContext;
      credentials: { versioningKey: string; reader: Reader };
    },
  ) => Promise<void>;
}

const UUID = /[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}/;

/** What a person does with the documentation, and what the page must show. */
export const journeys: Journey[] = [
  {
    name: 'take version numbers with a pasted key',
    service: 'versioning',
    async travel(page, { edge, credentials: { versioningKey } }) {
      assert.equal(await page.server(), `${edge.origin}/versioning`);
      await page.authorize(versioningKey);
      const parameters = { slug: edge.name.replace(' ', '-') };
      const first = await page.execute('IncrementMinor', { parameters });
      assert.equal(first.sent.authorization, `Bearer ${versioningKey}`);
      shows(first, 200, /"Version": "0\.1\.0"/);
      shows(await page.again('IncrementMinor'), 200, /"Version": "0\.2\.0"/);
    },
  },
  {
    name: 'read reports with a pasted secret',
    service: 'reporting',
    async travel(page, { edge, credentials: { reader } }) {
      assert.equal(await page.server(), `${edge.origin}/reporting`);
      await page.authorize(reader.secret);
      shows(await page.execute('ListMeasurements'), 200, /"name": "Critical Competencies"/);
      shows(await page.execute('ListDirectoryContacts'), 200, /"affiliations": \[/);
    },
  },
  {
    name: 'keep a credential for the tab and the service',
    service: 'versioning',
    async travel(page, { edge, context, credentials: { versioningKey } }) {
      const slug = { parameters: { slug: `${edge.name.replace(' ', '-')}-kept` } };
      await page.authorize(versioningKey);
      await page.open(`${edge.origin}/reporting/swagger`);
      const other = await page.execute('GetSignInMethods');
      assert.deepEqual([other.sent.authorization, other.sent['x-api-key']], [undefined, undefined]);
      assert.equal(await page.isAuthorized(), false);
      await page.open(`${edge.origin}/versioning/swagger`);
      const again = await page.execute('IncrementMinor', slug);
      assert.equal(again.sent.authorization, `Bearer ${versioningKey}`);
      assert.deepEqual((await context.storageState()).origins, []);
      const tab = await openSwaggerPage(context, edge.origin);
      await tab.open(`${edge.origin}/versioning/swagger`);
      assert.equal(await tab.isAuthorized(), false);
    },
  },
  {
    name: 'ask for an achievement by an id of their own',
    service: 'reporting',
    async travel(page, { credentials: { reader } }) {
      await page.authorize(reader.secret);
      const gaps = await page.tryOut('GetAchievementGaps');
      assert.equal(
        await gaps.locator('tr[data-param-name="achievementId"] input').inputValue(),
        '',
      );
      const summary = await page.tryOut('SummarizeCompliance');
      const body = await summary.locator('.body-param textarea').inputValue();
      assert.match(body, /"departments"/);
      assert.doesNotMatch(body, UUID);
    },
  },
  {
    name: 'sign in and out by the session cookie',
    service: 'reporting',
    async travel(page, { edge, context, credentials: { reader } }) {
      const { email, password, company } = reader;
      shows(await page.execute('SignIn', { body: { email, password, company } }), 204, /^$/);
      const session = await page.execute('GetSession');
      assert.match(session.sent.cookie ?? '', /\breporting_session=/);
      assert.equal(session.sent.authorization, undefined);
      shows(session, 200, new RegExp(`"email": "${email}"`));
      shows(await page.execute('SignOut'), 204, /^$/);
      // The cookie of the device stays.
      const left = await context.cookies(edge.origin);
      assert.ok(left.every(({ name }) => name.endsWith('reporting_device')));
    },
  },
];

function shows(answer: Executed, status: number, body: RegExp) {
  assert.equal(answer.status, status, answer.body);
  assert.match(answer.body, body);
}
