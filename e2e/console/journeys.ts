import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import type { BrowserContext } from 'playwright-core';
import type { Reader } from '../scratch/services.js';
import type { ConsolePage } from './page.js';

/** Where a console is reached. */
export interface Place {
  name: string;
  /** The API as browsers reach it, without a slash at its end. */
  api: string;
  /** The API as this program reaches it, past nginx. */
  service: string;
  issuer: string;
}

interface Scene {
  place: Place;
  context: BrowserContext;
  accounts: { reader: Reader; operator: { email: string; password: string } };
  axe: string;
}

export interface Journey {
  name: string;
  /** The browser's, where it is another than usual. */
  locale?: string;
  travel: (page: ConsolePage, scene: Scene) => Promise<void>;
}

const PAGES = [
  'overview',
  'trends',
  'compliance',
  'expiring',
  'achievement-gaps',
  'validations',
  'monthly-statistics',
  'directory',
  'account',
  'accounts',
  'audit',
];

/** What people do. The first five use the keyboard alone. */
export const journeys: Journey[] = [
  {
    name: 'sign in with a wrong and a right password',
    async travel(page, { place, accounts: { reader } }) {
      const { tab } = page;
      // `/` leads browsers to the console, which asks who they are.
      await tab.goto(`${place.api}/`);
      await page.heading('Sign in').waitFor();
      const button = tab.getByRole('button', { name: 'Sign in', exact: true });
      await page.tabTo(tab.getByLabel('E-mail', { exact: true }));
      await tab.keyboard.type(reader.email);
      await page.tabTo(tab.getByLabel('Password', { exact: true }));
      await tab.keyboard.type('not this one');
      await page.tabTo(button);
      await tab.keyboard.press('Enter');
      await tab.getByRole('alert').getByText('Sign-in failed').waitFor();
      await page.tabTo(tab.getByLabel('Password', { exact: true }));
      await tab.keyboard.press('ControlOrMeta+a');
      await tab.keyboard.type(reader.password);
      await tab.keyboard.press('Enter');
      await page.heading('Overview').waitFor();
      await tab.getByRole('table', { name: 'Compliance by department' }).waitFor();
    },
  },
  {
    name: 'choose an organization',
    async travel(page, { accounts: { operator } }) {
      const { tab } = page;
      await tab.goto(page.address('overview'));
      await page.signIn(operator);
      await tab.getByText('Choose an organization').waitFor();
      await page.tabTo(tab.getByRole('combobox', { name: 'Organization' }));
      await tab.keyboard.type('aurora');
      await tab.getByRole('option', { name: 'Aurora Energy' }).waitFor();
      await tab.keyboard.press('ArrowDown');
      await tab.keyboard.press('Enter');
      await tab.getByRole('table', { name: 'Compliance by department' }).waitFor();
      assert.match(tab.url(), /organization=aurora-energy/);
    },
  },
  {
    name: 'follow the worst cell of the heat map to its people',
    async travel(page, { place, accounts: { reader } }) {
      const { tab } = page;
      await tab.goto(page.address('overview'));
      await page.signIn(reader);
      const map = tab.getByRole('table', { name: 'Compliance by department' });
      await map.waitFor();
      const { rows } = await read<{ rows: OverviewRow[] }>(
        place,
        reader,
        'reporting/compliance-overview',
      );
      const worst = rows
        .filter(({ required }) => required > 0)
        .reduce((low, row) =>
          row.satisfied / row.required < low.satisfied / low.required ? row : low,
        );
      const names = `${worst.department.name}, ${worst.measurement.name}: `;
      const cell = map.getByRole('link', { name: names });
      await page.tabTo(map.getByRole('link').first());
      const departments = [...new Set(rows.map(({ department }) => department.id))];
      const keys = [...new Set(rows.map(({ measurement }) => measurement.key))].sort(
        (a, b) => a - b,
      );
      for (let step = departments.indexOf(worst.department.id); step > 0; step--) {
        await tab.keyboard.press('ArrowDown');
      }
      for (let step = keys.indexOf(worst.measurement.key); step > 0; step--) {
        await tab.keyboard.press('ArrowRight');
      }
      assert.match(await cell.innerText(), /%/);
      await tab.keyboard.press('Enter');
      await page.heading('Compliance').waitFor();
      assert.match(tab.url(), new RegExp(`departments=${worst.department.id}`));
      const shown = await page.rows('Compliance by person');
      const people = await read<SummaryRow[]>(place, reader, 'reporting/compliance-summaries', {
        departments: [worst.department.id],
        measurements: [worst.measurement.key],
      });
      assert.deepEqual(
        shown
          .slice(1)
          .map(cells => cells[1])
          .sort(),
        people.map(({ member }) => member.name).sort(),
      );
    },
  },
  {
    name: 'compare three departments over 24 months',
    async travel(page, { place, accounts: { reader } }) {
      const { tab } = page;
      await tab.goto(page.address('trends?months=24&measurement=4'));
      await page.signIn(reader);
      await tab.getByRole('table', { name: 'Trends by month' }).waitFor();
      // Signing in leads to the address that was asked for.
      assert.match(tab.url(), /\/console\/trends\?(?=.*months=24)(?=.*measurement=4)/);
      const body = { measurements: [4], months: 24 };
      const all = await read<TrendRow[]>(place, reader, 'reporting/compliance-trends', body);
      const chosen = [
        ...new Map(all.map(row => [row.department.id, row.department])).values(),
      ].slice(0, 3);
      const field = tab.getByRole('combobox', { name: 'Departments' });
      await page.tabTo(field);
      for (const { name } of chosen) {
        await tab.keyboard.type(name);
        await tab.getByRole('option', { name, exact: true }).waitFor();
        await tab.keyboard.press('ArrowDown');
        await tab.keyboard.press('Enter');
      }
      await tab.keyboard.press('Escape');
      const heads = tab.getByRole('table', { name: 'Trends by month' }).locator('thead th');
      await heads.nth(3).waitFor();
      await heads.nth(4).waitFor({ state: 'detached' });
      const [head = [], ...months] = await page.rows('Trends by month');
      const expected = await read<TrendRow[]>(place, reader, 'reporting/compliance-trends', {
        ...body,
        departments: chosen.map(({ id }) => id),
      });
      const figures = expected.map(({ satisfied, required }) => `${satisfied}/${required}`).sort();
      const shown = months.flatMap(cells => cells.slice(1).map(cell => cell.split(/\s/).pop()));
      assert.deepEqual(
        head.slice(1),
        chosen.map(({ name }) => name),
      );
      assert.deepEqual(shown.filter(figure => figure !== '–').sort(), figures);
    },
  },
  {
    name: 'filter the gaps of an achievement and download them',
    async travel(page, { place, accounts: { reader } }) {
      const { tab } = page;
      await tab.goto(page.address('achievement-gaps'));
      await page.signIn(reader);
      await tab.getByRole('table', { name: 'People with a gap' }).waitFor();
      await page.tabTo(tab.getByRole('combobox', { name: 'Status' }));
      // The first press opens the list at the choice that is set.
      await tab.keyboard.press('ArrowDown');
      await tab.getByRole('option', { name: 'Missing' }).waitFor();
      await tab.keyboard.press('ArrowDown');
      await tab.keyboard.press('Enter');
      await tab.waitForURL(/status=missing/);
      const { items } = await read<{ items: { achievementId: string }[] }>(
        place,
        reader,
        'reporting/achievement-gaps/achievements?pageSize=1',
      );
      const button = tab.getByRole('button', { name: 'Download CSV' });
      await tab.getByRole('heading', { level: 1 }).focus();
      await page.tabTo(button);
      const [download] = await Promise.all([
        tab.waitForEvent('download'),
        tab.keyboard.press('Enter'),
      ]);
      const file = readFileSync(await download.path(), 'utf8');
      const query = `achievementId=${items[0]!.achievementId}&status=missing&format=csv`;
      const response = await fetch(`${place.service}/reporting/achievement-gaps?${query}`, {
        headers: { Authorization: `Bearer ${reader.secret}` },
      });
      assert.equal(withoutInstant(file), withoutInstant(await text(response)));
      assert.match(download.suggestedFilename(), /^achievement-gaps.*\.csv$/);
    },
  },
  {
    name: 'generate a secret, use it, revoke it',
    async travel(page, { place, accounts: { operator } }) {
      const { tab } = page;
      await tab.goto(page.address('account?organization=aurora-energy'));
      await page.signIn(operator);
      await tab.getByRole('button', { name: 'Generate secret' }).click();
      const secret = await tab.getByRole('textbox', { name: 'Your secret' }).inputValue();
      const call = () =>
        fetch(`${place.service}/me/client-secret`, {
          headers: { Authorization: `Bearer ${secret}` },
        });
      assert.equal((await call()).status, 200);
      await tab.getByRole('button', { name: 'Revoke secret' }).click();
      await tab.getByText('You have no personal secret.').waitFor();
      assert.equal((await call()).status, 401);
      await tab.reload();
      await page.heading('Account').waitFor();
      assert.equal(await tab.getByText(secret).count(), 0);
    },
  },
  {
    name: 'create and revoke a client secret',
    async travel(page, { place, accounts: { reader } }) {
      const { tab } = page;
      await tab.goto(page.address('account'));
      await page.signIn(reader);
      await tab.getByLabel('Name', { exact: true }).fill('Power Query');
      await tab.getByRole('button', { name: 'Create client secret' }).click();
      const secret = await tab.getByRole('textbox', { name: 'Your secret' }).inputValue();
      const call = () =>
        fetch(`${place.service}/reporting/directory-contacts`, {
          headers: { Authorization: `Bearer ${secret}` },
        });
      assert.equal((await call()).status, 200);
      await tab.getByRole('button', { name: 'Revoke Power Query' }).click();
      await tab.getByText('There are none.').waitFor();
      assert.equal((await call()).status, 401);
    },
  },
  {
    name: 'change the password and lose the other session',
    async travel(page, { place, context, accounts: { operator } }) {
      const { tab } = page;
      const other = await fetch(`${place.service}/auth/login`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(operator),
      });
      const cookie = other.headers.getSetCookie()[0]!.split(';')[0]!;
      const session = () => fetch(`${place.service}/auth/session`, { headers: { Cookie: cookie } });
      assert.equal((await session()).status, 200);
      await tab.goto(page.address('account'));
      await page.signIn(operator);
      await tab.getByLabel('Current password').fill(operator.password);
      operator.password = `${operator.password} again`;
      await tab.getByLabel('New password').fill(operator.password);
      await tab.getByRole('button', { name: 'Change password' }).click();
      await tab.getByText('The password is changed.').waitFor();
      assert.equal((await session()).status, 401);
      await tab.reload();
      await page.heading('Account').waitFor();
      assert.ok((await context.cookies()).length > 0);
    },
  },
  {
    name: 'withdraw and grant access as operator',
    async travel(page, { place, accounts: { operator, reader } }) {
      const { tab } = page;
      await tab.goto(page.address('accounts'));
      await page.signIn(operator);
      await tab.getByLabel('Search').fill(reader.email);
      const apiAccess = tab.getByRole('switch', { name: /^API access of/ });
      const reportAccess = tab.getByRole('switch', { name: /^Report access of/ });
      await tab.locator('tbody tr').nth(1).waitFor({ state: 'detached' });
      await tab.getByRole('cell', { name: reader.email }).waitFor();
      const status = async () =>
        (
          await fetch(`${place.service}/reporting/directory-contacts`, {
            headers: { Authorization: `Bearer ${reader.secret}` },
          })
        ).status;
      const change = async (control: typeof apiAccess) => {
        const answered = tab.waitForResponse(response => response.url().endsWith('/grants'));
        await control.click();
        assert.equal((await answered).status(), 200);
      };
      assert.equal(await status(), 200);
      await change(apiAccess);
      assert.equal(await reportAccess.isChecked(), false);
      assert.equal(await status(), 403);
      await tab.waitForTimeout(100);
      await change(reportAccess);
      assert.equal(await apiAccess.isChecked(), true);
      assert.equal(await status(), 200);
    },
  },
  {
    name: 'see a refused switch return to its state',
    async travel(page, { accounts: { operator, reader } }) {
      const { tab } = page;
      await tab.goto(page.address(`accounts?q=${encodeURIComponent(reader.email)}`));
      await page.signIn(operator);
      await page.refuse(/\/grants$/, 503);
      for (const name of [/^API access of/, /^Report access of/]) {
        const control = tab.getByRole('switch', { name });
        await control.waitFor();
        assert.equal(await control.isChecked(), true);
        await control.click();
        await tab.getByRole('alert').getByText('Refused with 503').last().waitFor();
        await tab.waitForFunction(
          `[...document.querySelectorAll('[role=switch]')].every(({ checked, disabled }) => checked && !disabled)`,
        );
      }
    },
  },
  {
    name: 'sign in again where a session has ended, and come back',
    async travel(page, { context, accounts: { operator, reader } }) {
      const { tab } = page;
      const signInAgain = async (credentials: { email: string; password: string }) => {
        await page.heading('Sign in').waitFor();
        await page.signIn(credentials);
      };
      await tab.goto(page.address('validations'));
      await page.signIn(reader);
      await tab.getByRole('table', { name: 'Validations' }).waitFor();
      await context.clearCookies();
      await tab.getByRole('combobox', { name: 'Status' }).click();
      await tab.getByRole('option', { name: 'Expired' }).click();
      await signInAgain(reader);
      await page.heading('Validations').waitFor();
      assert.match(tab.url(), /\/console\/validations\?(?=.*status=Expired)/);
      await context.clearCookies();
      await tab.getByRole('button', { name: 'Download CSV' }).click();
      await signInAgain(reader);
      await page.heading('Validations').waitFor();
      await context.clearCookies();
      await tab.goto(page.address(`accounts?q=${encodeURIComponent(reader.email)}`));
      await signInAgain(operator);
      await tab.getByRole('switch', { name: /^API access of/ }).waitFor();
      await context.clearCookies();
      await tab.getByRole('switch', { name: /^API access of/ }).click();
      await signInAgain(operator);
      await page.heading('Accounts').waitFor();
      assert.equal(await tab.getByRole('switch', { name: /^API access of/ }).isChecked(), true);
    },
  },
  {
    name: 'mistype the current password and stay',
    async travel(page, { accounts: { reader } }) {
      const { tab } = page;
      await tab.goto(page.address('account'));
      await page.signIn(reader);
      await tab.getByLabel('Current password').fill('not this one');
      await tab.getByLabel('New password').fill('a sentence that is not going to be used');
      await tab.getByRole('button', { name: 'Change password' }).click();
      await tab.getByRole('alert').getByText('The current password is not right.').waitFor();
      await page.heading('Account').waitFor();
    },
  },
  {
    name: 'sign out at the second try',
    async travel(page, { context, accounts: { reader } }) {
      const { tab } = page;
      await tab.goto(page.address('directory'));
      await page.signIn(reader);
      await page.heading('Directory').waitFor();
      const allow = await page.refuse(/\/auth\/logout$/, 503);
      await tab.locator('header').getByRole('button').last().click();
      await tab.getByRole('menuitem', { name: 'Sign out' }).click();
      await tab.getByRole('alert').getByText('Refused with 503').waitFor();
      await page.heading('Directory').waitFor();
      await allow();
      await tab.getByRole('button', { name: 'Try again' }).click();
      await page.heading('Sign in').waitFor();
      const cookies = await context.cookies();
      assert.equal(cookies.filter(({ name }) => name === 'reporting_session').length, 0);
    },
  },
  {
    name: 'cancel a report that runs again, and wait as long as told',
    async travel(page, { accounts: { reader } }) {
      const { tab } = page;
      await tab.goto(page.address('validations'));
      await page.signIn(reader);
      const table = tab.getByRole('table', { name: 'Validations' });
      await table.waitFor();
      const report = /\/competency-validations\?/;
      // It is never answered: only a cancellation ends it.
      await tab.route(report, () => undefined);
      const choose = async (status: string) => {
        await tab.getByRole('combobox', { name: 'Status' }).click();
        await tab.getByRole('option', { name: status, exact: true }).click();
      };
      await choose('Expired');
      await tab.getByRole('button', { name: 'Cancel', exact: true }).click();
      await tab.getByText('Cancelled. The figures are those of the filters before.').waitFor();
      assert.equal(await tab.locator('[aria-busy=true]').count(), 0);
      await tab.unroute(report);
      await tab.getByRole('button', { name: 'Load again' }).click();
      await tab.locator('[aria-busy=true]').waitFor({ state: 'detached' });
      const statuses = (await page.rows('Validations')).slice(1).map(cells => cells[4]);
      assert.deepEqual([...new Set(statuses)], ['Expired']);
      const allow = await page.refuse(report, 429, { 'Retry-After': '3' });
      await choose('Validated');
      await tab.getByText('Refused with 429. Trying again in 3 s.').waitFor();
      await allow();
      await table.getByRole('cell', { name: 'Validated', exact: true }).first().waitFor();
    },
  },
  {
    name: 'search for a first and a last name, written slowly',
    async travel(page, { accounts: { reader } }) {
      const { tab } = page;
      await tab.goto(page.address('validations'));
      await page.signIn(reader);
      const [, [name = ''] = []] = await page.rows('Validations');
      const [first = '', ...rest] = name.split(' ');
      const field = tab.getByLabel('Search');
      await field.pressSequentially(`${first} `);
      await tab.waitForURL(/q=/);
      await tab.locator('[aria-busy=true]').waitFor({ state: 'detached' });
      await field.pressSequentially(rest.join(' '));
      await tab.waitForURL(/q=[^&]*\+/);
      assert.equal(await field.inputValue(), name);
    },
  },
  {
    name: 'see the events of today, and the last page for one beyond it',
    async travel(page, { accounts: { operator } }) {
      const { tab } = page;
      const now = new Date();
      const today = [now.getFullYear(), now.getMonth() + 1, now.getDate()]
        .map(part => String(part).padStart(2, '0'))
        .join('-');
      await tab.goto(page.address(`audit?since=${today}&until=${today}&page=999`));
      await page.signIn(operator);
      await tab.getByText(/–(\S+) of \1$/).waitFor();
      await tab.getByRole('table', { name: 'Audit events' }).getByRole('cell').first().waitFor();
      assert.doesNotMatch(tab.url(), /page=999/);
      await tab.goto(page.address('audit?since=yesterday&until=2026-02-30&page=0'));
      await tab.getByRole('table', { name: 'Audit events' }).waitFor();
      assert.equal(await tab.getByLabel('From').inputValue(), '');
      await tab.getByText(/^1–/).waitFor();
    },
  },
  {
    name: 'reach the heading of a page from the navigation',
    async travel(page, { accounts: { operator } }) {
      const { tab } = page;
      await tab.goto(page.address('account'));
      await page.signIn(operator);
      await page.heading('Account').waitFor();
      for (const name of ['Audit', 'Accounts']) {
        await tab.getByRole('link', { name, exact: true }).press('Enter');
        await page.heading(name).and(tab.locator(':focus')).waitFor();
      }
      await tab.getByRole('link', { name: 'Overview', exact: true }).press('Enter');
      // A page that appears once its organization is chosen leaves the focus in the field.
      const field = tab.getByRole('combobox', { name: 'Organization' });
      await field.fill('aurora');
      await tab.getByRole('option', { name: 'Aurora Energy' }).click();
      await page.heading('Overview').waitFor();
      await field.and(tab.locator(':focus')).waitFor();
    },
  },
  {
    name: 'read figures as a German browser writes them',
    locale: 'de-DE',
    async travel(page, { accounts: { reader } }) {
      const { tab } = page;
      await tab.goto(page.address('overview'));
      await page.signIn(reader);
      const changes = tab.getByRole('region', { name: 'Changed most since last month' });
      await changes.getByRole('listitem').first().waitFor();
      for (const figure of await changes.locator('b').allInnerTexts()) {
        assert.match(figure, /^[+-]\d+,\d$/);
      }
    },
  },
  {
    name: 'read why a page is refused',
    async travel(page, { accounts: { reader } }) {
      const { tab } = page;
      await tab.goto(page.address('accounts'));
      await page.signIn(reader);
      await tab.getByRole('alert').getByText('Operator required').waitFor();
      assert.equal(await tab.getByRole('link', { name: 'Audit' }).count(), 0);
    },
  },
  {
    name: 'sign out, go back, see nothing',
    async travel(page, { context, accounts: { reader } }) {
      const { tab } = page;
      await tab.goto(page.address('directory'));
      await page.signIn(reader);
      await tab.getByRole('table', { name: 'Directory' }).waitFor();
      await tab.getByRole('link', { name: 'Validations' }).click();
      await page.heading('Validations').waitFor();
      await tab.locator('header').getByRole('button').last().click();
      await tab.getByRole('menuitem', { name: 'Sign out' }).click();
      await page.heading('Sign in').waitFor();
      await tab.goBack();
      await tab.waitForURL(/from=%2Fdirectory/);
      await page.heading('Sign in').waitFor();
      assert.equal(await tab.getByRole('table').count(), 0);
      const cookies = await context.cookies();
      assert.equal(cookies.filter(({ name }) => name === 'reporting_session').length, 0);
    },
  },
  {
    name: 'sign in by OpenID Connect',
    async travel(page, { place, context }) {
      const { tab } = page;
      await context.addCookies([{ name: 'person', value: 'reader', url: place.issuer }]);
      await tab.goto(page.address('expiring?days=180'));
      await tab.getByRole('link', { name: 'Sign in with single sign-on' }).click();
      await page.heading('Expiring').waitFor();
      assert.match(tab.url(), /\/console\/expiring\?.*days=180/);
      await tab.getByRole('table', { name: 'Expirations by date' }).waitFor();
    },
  },
  ...(['light', 'dark'] as const).map(
    (colorScheme): Journey => ({
      name: `axe on every page, ${colorScheme}`,
      async travel(page, { accounts: { operator }, axe }) {
        const { tab } = page;
        await tab.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
        await tab.goto(page.address('sign-in'));
        await page.heading('Sign in').waitFor();
        await audit(page, axe, 'sign-in');
        await page.signIn(operator);
        await tab.getByText('Choose an organization').waitFor();
        for (const name of PAGES) {
          await tab.goto(page.address(`${name}?organization=aurora-energy`));
          await tab.getByRole('heading', { level: 1 }).waitFor();
          if (name === 'compliance') {
            await page.tab.goto(page.address('overview?organization=aurora-energy'));
            await tab
              .getByRole('table', { name: 'Compliance by department' })
              .getByRole('link')
              .first()
              .click();
            await tab.getByRole('table', { name: 'Compliance by person' }).waitFor();
          }
          await tab.waitForLoadState('networkidle');
          await tab
            .locator('[aria-busy=true], .mantine-Skeleton-root')
            .first()
            .waitFor({ state: 'detached' });
          await audit(page, axe, name);
        }
      },
    }),
  ),
];

interface OverviewRow {
  department: { id: string; name: string };
  measurement: { key: number; name: string };
  required: number;
  satisfied: number;
}

interface SummaryRow {
  member: { name: string };
}

interface TrendRow {
  department: { id: string; name: string };
  required: number;
  satisfied: number;
}

/** What the API itself answers, by the reader's secret. */
async function read<T>(place: Place, { secret }: Reader, path: string, body?: unknown): Promise<T> {
  const response = await fetch(`${place.service}/${path}`, {
    headers: { Authorization: `Bearer ${secret}`, 'Content-Type': 'application/json' },
    ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
  });
  assert.equal(response.status, 200, path);
  return (await response.json()) as T;
}

async function audit(page: ConsolePage, axe: string, name: string) {
  await page.tab.evaluate(axe);
  const findings = await page.tab.evaluate<{ id: string; impact: string; nodes: string[] }[]>(
    `axe.run({ runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] })
      .then(({ violations }) => violations.map(({ id, impact, nodes }) =>
        ({ id, impact, nodes: nodes.slice(0, 3).map(({ html }) => html.slice(0, 160)) })))`,
  );
  const worst = findings.filter(({ impact }) => impact === 'serious' || impact === 'critical');
  assert.deepEqual(worst, [], name);
}

/** A file's rows without the instant of the call, their last cell. */
function withoutInstant(csv: string): string {
  return csv.replace(/,[^,\r\n]*\r\n/g, '\r\n');
}

/** As bytes would be read from a file: the mark at the beginning is kept. */
async function text(response: Response): Promise<string> {
  return Buffer.from(await response.arrayBuffer()).toString('utf8');
}
