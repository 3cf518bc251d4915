import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import type { Reader } from '../../scratch/services.js';
import { call, type Journey, type Place } from '../journey.js';

export const reports: Journey[] = [
  {
    name: 'follow the worst cell of the heat map to its people',
    async travel(page, { tab, place, accounts: { reader } }) {
      await page.openAs(reader, 'overview');
      const map = tab.getByRole('grid', { name: 'Compliance by department' });
      await map.waitFor();
      const { rows } = await read<{ rows: OverviewRow[] }>(place, reader, 'compliance-overview');
      const worst = rows
        .filter(({ required }) => required > 0)
        .reduce((low, row) =>
          row.satisfied / row.required < low.satisfied / low.required ? row : low,
        );
      const names = `${worst.department.name}, ${worst.measurement.name}: `;
      const cell = map.getByRole('link', { name: names });
      await page.tabTo(map.getByRole('link').first());
      const departments = [...new Set(rows.map(({ department }) => department.id))];
      // A measurement without requirements has no column.
      const required = rows.filter(row => row.required > 0);
      const keys = [...new Set(required.map(({ measurement }) => measurement.key))].sort(
        (a, b) => a - b,
      );
      for (let step = departments.indexOf(worst.department.id); step > 0; step--) {
        await tab.keyboard.press('ArrowDown');
      }
      // The first column is for all measurements.
      for (let step = keys.indexOf(worst.measurement.key) + 1; step > 0; step--) {
        await tab.keyboard.press('ArrowRight');
      }
      assert.match(await cell.innerText(), /%/);
      await tab.keyboard.press('Enter');
      await page.heading('Compliance').waitFor();
      assert.match(tab.url(), new RegExp(`departments=${worst.department.id}`));
      const shown = await page.rows('Compliance by person');
      const cellOnly = {
        departments: [worst.department.id],
        measurements: [worst.measurement.key],
      };
      const people = await read<{ member: { name: string } }[]>(
        place,
        reader,
        'compliance-summaries',
        cellOnly,
      );
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
    async travel(page, { tab, place, accounts: { reader } }) {
      await page.openAs(reader, 'trends?months=24&measurement=4');
      await tab.getByRole('table', { name: 'Trends by month' }).waitFor();
      // Signing in leads to the requested URL.
      assert.match(tab.url(), /\/console\/trends\?(?=.*months=24)(?=.*measurement=4)/);
      const body = { measurements: [4], months: 24 };
      const all = await read<TrendRow[]>(place, reader, 'compliance-trends', body);
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
      // The month and all departments come first.
      await heads.nth(4).waitFor();
      await heads.nth(5).waitFor({ state: 'detached' });
      const [head = [], ...months] = await page.rows('Trends by month');
      const expected = await read<TrendRow[]>(place, reader, 'compliance-trends', {
        ...body,
        departments: chosen.map(({ id }) => id),
      });
      const figures = expected.map(({ satisfied, required }) => `${satisfied}/${required}`).sort();
      const shown = months.flatMap(cells => cells.slice(2).map(cell => cell.split(/\s/).pop()));
      assert.deepEqual(
        head.slice(2),
        chosen.map(({ name }) => name),
      );
      assert.deepEqual(shown.filter(figure => figure !== '–').sort(), figures);
    },
  },
  {
    name: 'filter the gaps of an achievement and download them',
    async travel(page, { tab, place, accounts: { reader } }) {
      await page.openAs(reader, 'achievement-gaps');
      await tab.getByRole('table', { name: 'People with a gap' }).waitFor();
      await page.tabTo(tab.getByRole('combobox', { name: 'Status' }));
      await tab.keyboard.type('Missing');
      await tab.waitForURL(/status=missing/);
      const { items } = await read<{ items: { achievementId: string }[] }>(
        place,
        reader,
        'achievement-gaps/achievements?pageSize=1&sort=lacking',
      );
      const button = tab.getByRole('button', { name: 'Download CSV' });
      await tab.getByRole('heading', { level: 1 }).focus();
      await page.tabTo(button);
      const [download] = await Promise.all([
        tab.waitForEvent('download'),
        tab.keyboard.press('Enter'),
      ]);
      const file = readFileSync(await download.path(), 'utf8');
      const query = `achievementId=${items[0]!.achievementId}&requiredOnly=true&status=missing&format=csv`;
      const response = await call(place, reader.secret, `reporting/achievement-gaps?${query}`);
      assert.equal(withoutInstant(file), withoutInstant(await text(response)));
      assert.match(download.suggestedFilename(), /^achievement-gaps.*\.csv$/);
    },
  },
  {
    name: 'wait for Retry-After after a refusal',
    async travel(page, { tab, accounts: { reader } }) {
      await page.openAs(reader, 'validations');
      const table = tab.getByRole('table', { name: 'Validations' });
      await table.waitFor();
      const allow = await page.refuse(/\/competency-validations\?/, 429, { 'Retry-After': '3' });
      await tab.getByRole('combobox', { name: 'Status' }).selectOption('Validated');
      await tab.getByText('Too many requests. Trying again in 3 s.').waitFor();
      await allow();
      await table.getByRole('cell', { name: 'Validated', exact: true }).first().waitFor();
    },
  },
  {
    name: 'search for a first and last name, typed slowly',
    async travel(page, { tab, accounts: { reader } }) {
      await page.openAs(reader, 'validations');
      const [, [name = ''] = []] = await page.rows('Validations');
      const [first = '', ...rest] = name.split(' ');
      const field = tab.getByLabel('Search', { exact: true });
      await field.pressSequentially(`${first} `);
      await tab.waitForURL(/q=/);
      await tab.locator('[aria-busy=true]').waitFor({ state: 'detached' });
      await field.pressSequentially(rest.join(' '));
      await tab.waitForURL(/q=[^&]*\+/);
      assert.equal(await field.inputValue(), name);
    },
  },
  {
    name: 'print all filtered rows, in light colours',
    async travel(page, { tab, place, accounts: { reader } }) {
      await tab.addInitScript('window.print = () => dispatchEvent(new Event("beforeprint"))');
      await tab.emulateMedia({ colorScheme: 'dark' });
      await page.openAs(reader, 'expiring?period=365&required=all');
      const query = 'days=365&requiredOnly=false&pageSize=1';
      const { total } = await read<{ total: number }>(place, reader, `expirations?${query}`);
      const rows = tab.getByRole('table', { name: 'Expirations by date' }).locator('tbody tr');
      const chart = tab.locator('.chart svg').last();
      await chart.waitFor();
      await tab.getByRole('button', { name: 'Print' }).click();
      await rows.nth(total - 1).waitFor();
      await tab.emulateMedia({ media: 'print' });
      assert.equal(await rows.count(), total);
      assert.equal(await tab.getByRole('navigation').isVisible(), false);
      const [header, organization] = ['header', '.print-only'].map(part => tab.locator(part));
      assert.equal(await organization!.isVisible(), true);
      assert.ok((await header!.textContent())!.includes((await organization!.textContent())!));
      assert.ok((await chart.boundingBox())!.height > 100);
      const ground = 'getComputedStyle(document.documentElement).colorScheme';
      assert.equal(await tab.evaluate(ground), 'light');
      // The table breaks into pages on any paper size.
      const pages = (await tab.pdf()).toString('latin1').match(/\/Type \/Page\b/g);
      assert.ok(pages!.length > total / 50);
      await tab.emulateMedia({ media: 'screen' });
      assert.equal(await tab.evaluate(ground), 'dark');
    },
  },
  inLanguage('de-DE', { overview: 'Übersicht', gaps: 'Qualifikationslücken' }),
  inLanguage('fr-FR', { overview: 'Vue d’ensemble', gaps: 'Lacunes' }),
];

function inLanguage(locale: string, words: { overview: string; gaps: string }): Journey {
  return {
    name: `sign in and read figures and gaps in ${locale}`,
    locale,
    async travel(page, { tab, accounts: { reader } }) {
      await page.openAs(reader, 'overview');
      await tab.getByRole('heading', { level: 1, name: words.overview }).waitFor();
      await tab
        .locator('.figure')
        .filter({ hasText: /\d,\d\s%/ })
        .first()
        .waitFor();
      await tab.getByRole('link', { name: words.gaps, exact: true }).click();
      await tab.getByRole('heading', { level: 1, name: words.gaps }).waitFor();
      assert.equal(await tab.locator('html').getAttribute('lang'), locale.slice(0, 2));
    },
  };
}

interface TrendRow {
  department: { id: string; name: string };
  required: number;
  satisfied: number;
}

interface OverviewRow extends TrendRow {
  measurement: { key: number; name: string };
}

/** Reads a report from the API with the reader's secret. */
async function read<T>(place: Place, reader: Reader, path: string, body?: unknown): Promise<T> {
  const response = await call(place, reader.secret, `reporting/${path}`, body);
  assert.equal(response.status, 200, path);
  return (await response.json()) as T;
}

/** Removes the time of the call from a file's rows; dates without a time of day stay. */
function withoutInstant(csv: string): string {
  return csv.replace(/T(?!00:00:00)[\d:.]+\+00:00/g, '');
}

/** Keeps the byte order mark, as when reading a file. */
async function text(response: Response): Promise<string> {
  return Buffer.from(await response.arrayBuffer()).toString('utf8');
}
