import assert from 'node:assert/strict';
import type { BrowserContext, Locator, Page } from 'playwright-core';
import { watchPolicy } from '../scratch/pages.js';

export interface Executed {
  /** Headers of the request. */
  sent: Record<string, string>;
  status: number;
  body: string;
}

export type SwaggerPage = Awaited<ReturnType<typeof openSwaggerPage>>;

/** Swagger UI in a browser, used as a person uses it: by what is on the page. */
export async function openSwaggerPage(context: BrowserContext, origin: string) {
  const page = await context.newPage();
  return {
    faults: await watchFaults(page, origin),

    /** Opens the documentation by its URL without a trailing slash, and with one. */
    async open(url: string) {
      for (const address of [url, `${url}/`]) {
        await page.goto(address);
        await page.locator('.opblock').first().waitFor();
        assert.equal(page.url(), `${url}/`);
      }
    },

    server: () => page.locator('.servers select').inputValue(),

    async picture(file: string) {
      const answer = page.locator('.live-responses-table').last();
      if (await answer.count()) await answer.scrollIntoViewIfNeeded();
      await page.screenshot({ path: file });
    },

    /** Pastes a credential into the first field of Authorize. */
    async authorize(credential: string) {
      await page.locator('.auth-wrapper .authorize').click();
      const dialog = page.locator('.dialog-ux');
      await dialog.locator('input').first().fill(credential);
      await dialog.locator('button.authorize').first().click();
      await dialog.locator('button.btn-done').first().click();
    },

    /** Whether the page sends a credential with operations that take one. */
    isAuthorized: async () => (await page.locator('.auth-wrapper .authorize.locked').count()) > 0,

    /** Opens an operation with its prefilled fields. */
    tryOut: (operation: string) => tryOut(page, operation),

    /** Tries an operation; returns what was sent and what the page shows of the response. */
    async execute(
      operation: string,
      { parameters = {}, body }: { parameters?: Record<string, string>; body?: unknown } = {},
    ) {
      const block = await tryOut(page, operation);
      for (const [name, value] of Object.entries(parameters)) {
        await block.locator(`tr[data-param-name="${name}"] input`).fill(value);
      }
      if (body) await block.locator('.body-param textarea').fill(JSON.stringify(body));
      return pressExecute(page, block);
    },

    /** Executes an operation again, unchanged. */
    again: (operation: string) => pressExecute(page, page.locator(`.opblock[id$="-${operation}"]`)),
  };
}

async function tryOut(page: Page, operation: string): Promise<Locator> {
  const block = page.locator(`.opblock[id$="-${operation}"]`);
  await block.locator('.opblock-summary-control').click();
  await block.locator('.try-out__btn').click();
  return block;
}

async function pressExecute(page: Page, block: Locator): Promise<Executed> {
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

/** Requests to other hosts, failed requests, console errors, exceptions and policy violations of a page. */
async function watchFaults(page: Page, origin: string) {
  const faults: string[] = [];
  const add = (kind: string, text: string) => void faults.push(`${kind}: ${text}`);
  page.on('request', request => {
    const url = new URL(request.url());
    if (url.origin !== origin && url.protocol !== 'data:') add('other host', url.href);
  });
  page.on('requestfailed', request => add(request.failure()?.errorText ?? '', request.url()));
  page.on('response', response => {
    if (response.status() >= 400) add(String(response.status()), response.url());
  });
  page.on('console', message => {
    if (message.type() === 'error') add('console', message.text());
  });
  page.on('pageerror', error => add('exception', error.message));
  await watchPolicy(page, text => add('policy', text));
  return faults;
}
