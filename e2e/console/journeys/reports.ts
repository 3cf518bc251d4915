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
      // Other columns leave little space for the status, which stays on one line.
      await tab.setViewportSize({ width: 500, height: 900 });
      const status = rows.first().locator('.mantine-Badge-root');
      assert.ok((await status.boundingBox())!.height < 20);
      await tab.emulateMedia({ media: 'screen' });
      assert.equal(await tab.evaluate(ground), 'dark');
    },
  },
];

interface OverviewRow {
  department: { id: string; name: string };
  required: number;
  satisfied: number;
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
