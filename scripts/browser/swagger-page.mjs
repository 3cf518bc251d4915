import assert from 'node:assert/strict';
import { watchFaults } from './faults.mjs';

/** Swagger UI in a browser, used as a person uses it: by what is on the page. */
export async function newSwaggerPage(context, origin) {
  const page = await context.newPage();
  return {
    faults: await watchFaults(page, origin),

    /** Opens the documentation of a service by its URL without a slash at the end, and with one. */
    async open(url) {
      for (const address of [url, `${url}/`]) {
        await page.goto(address);
        await page.locator('.opblock').first().waitFor();
        assert.equal(page.url(), `${url}/`);
      }
    },

    server: () => page.locator('.servers select').inputValue(),

    /** What the window shows once the answer that is last on the page is in it. */
    async picture(file) {
      const answer = page.locator('.live-responses-table').last();
      if (await answer.count()) await answer.scrollIntoViewIfNeeded();
      await page.screenshot({ path: file });
    },

    /** Pastes a credential into the first field of Authorize, as it was handed out. */
    async authorize(credential) {
      await page.locator('.auth-wrapper .authorize').click();
      const dialog = page.locator('.dialog-ux');
      await dialog.locator('input').first().fill(credential);
      await dialog.locator('button.authorize').first().click();
      await dialog.locator('button.btn-done').first().click();
    },

    /** Tries an operation out, and gives what went out and what the page shows of the answer. */
    async execute(operation, { parameters = {}, body } = {}) {
      const block = page.locator(`.opblock[id$="-${operation}"]`);
      await block.locator('.opblock-summary-control').click();
      await block.locator('.try-out__btn').click();
      for (const [name, value] of Object.entries(parameters)) {
        await block.locator(`tr[data-param-name="${name}"] input`).fill(value);
      }
      if (body) await block.locator('.body-param textarea').fill(JSON.stringify(body));
      return press(page, block);
    },

    /** Executes what was tried out once more, with nothing changed. */
    again: operation => press(page, page.locator(`.opblock[id$="-${operation}"]`)),
  };
}

async function press(page, block) {
  const clear = block.locator('.btn-clear');
  if (await clear.count()) await clear.click();
  const [request] = await Promise.all([
    page.waitForRequest(request => request.resourceType() === 'fetch'),
    block.locator('button.execute').click(),
  ]);
  const answer = block.locator('.live-responses-table .response');
  const status = await answer.locator('.response-col_status').innerText();
  const body = answer.locator('.response-col_description .highlight-code code').first();
  return {
    sent: await request.allHeaders(),
    status: Number.parseInt(status, 10),
    body: (await body.count()) ? await body.innerText() : '',
  };
}
