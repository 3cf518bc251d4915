import { type Browser, chromium, type Page } from 'playwright-core';
import { median, print } from './measure.js';

/**
 * `npm run bench:console -- URL EMAIL [ORGANIZATION]`: what a person waits for in the console of a running
 * service, in a browser that begins anew each time. The password is in CONSOLE_PASSWORD, the browser's path in
 * CHROMIUM (/usr/bin/chromium).
 */
const [url, email, organization] = process.argv.slice(2);
const password = process.env.CONSOLE_PASSWORD;
if (url === undefined || email === undefined || password === undefined) {
  process.stderr.write('CONSOLE_PASSWORD=… npm run bench:console -- URL EMAIL [ORGANIZATION]\n');
  process.exit(2);
}
const RUNS = 5;
const rows = (table: string) => `table[aria-label="${table}"] tbody:not([aria-hidden]) td`;
const PAGES = {
  Overview: { path: 'overview?sort=all', first: 'table[role=grid] tbody a' },
  Trends: { path: 'trends', first: rows('Trends by month') },
  Expiring: { path: 'expiring', first: rows('Expirations by date') },
  'Achievement gaps': { path: 'achievement-gaps', first: rows('People with a gap') },
  Validations: { path: 'validations', first: rows('Validations') },
  'Monthly statistics': {
    path: 'monthly-statistics?required=all',
    first: rows('Monthly statistics'),
  },
  Directory: { path: 'directory', first: rows('Directory') },
};

interface Visit {
  /** Until the first rows are painted. */
  shownMs: number;
  /** The part of it in which a call of the API was under way; of one that went on, up to its first byte. */
  callsMs: number;
  scriptKb: number;
  /** The layout shift that the person did not cause. */
  shift: number;
}

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox'],
});
try {
  print(`Median of ${RUNS}, from pressing "Sign in" to the first rows:\n`);
  print('| Page | shown | API calls | the page adds | script, gzip | layout shift |');
  print('|---|---:|---:|---:|---:|---:|');
  for (const [name, { path, first }] of Object.entries(PAGES)) {
    const visits: Visit[] = [];
    for (let run = 0; run < RUNS; run++) visits.push(await visit(browser, path, first));
    const of = (key: keyof Visit) => median(visits.map(found => found[key]));
    const added = median(visits.map(({ shownMs, callsMs }) => shownMs - callsMs));
    print(
      `| ${name} | ${of('shownMs').toFixed(0)} ms | ${of('callsMs').toFixed(0)} ms | ${added.toFixed(0)} ms | ${of('scriptKb').toFixed(0)} kB | ${of('shift').toFixed(3)} |`,
    );
  }
} finally {
  await browser.close();
}

async function visit(within: Browser, path: string, first: string): Promise<Visit> {
  const context = await within.newContext({
    viewport: { width: 1400, height: 900 },
    // The size that counts is that after gzip: a browser asks for Brotli, which is smaller, first.
    extraHTTPHeaders: { 'Accept-Encoding': 'gzip' },
  });
  const tab = await context.newPage();
  try {
    await tab.addInitScript(`
      window.shift = 0;
      new PerformanceObserver(list => {
        for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.shift += entry.value;
      }).observe({ type: 'layout-shift', buffered: true });
      const { fetch } = window;
      window.calls = [];
      window.fetch = async request => {
        const call = { url: request.url, from: performance.now() };
        window.calls.push(call);
        const response = await fetch(request);
        call.firstByte = performance.now();
        return response;
      };
      window.shown = new Promise(resolve => {
        new MutationObserver((_, observer) => {
          if (document.querySelector(${JSON.stringify(first)}) === null) return;
          observer.disconnect();
          // The task after a frame begins when it is painted.
          requestAnimationFrame(() => setTimeout(() => resolve(performance.now())));
        }).observe(document, { childList: true, subtree: true });
      });
    `);
    const target = new URL(`console/${path}`, url);
    if (organization !== undefined) target.searchParams.set('organization', organization);
    await tab.goto(target.href);
    await tab.getByLabel('E-mail', { exact: true }).fill(email!);
    await tab.getByLabel('Password', { exact: true }).fill(password!);
    await tab.getByRole('button', { name: 'Sign in', exact: true }).click();
    await tab.evaluate('window.shown');
    // What moves after the first rows counts, too.
    await tab.waitForTimeout(1_000);
    return await timings(tab);
  } finally {
    await context.close();
  }
}

/** What the browser's own clock says, from the call of the sign-in on. */
function timings(tab: Page): Promise<Visit> {
  return tab.evaluate(`(async () => {
    const shown = await window.shown;
    const entries = performance.getEntriesByType('resource');
    const start = window.calls.find(({ url }) => url.endsWith('/auth/login')).from;
    const calls = window.calls
      .filter(({ from, firstByte }) => from >= start && firstByte <= shown)
      .map(({ url, from, firstByte }) => {
        const entry = entries.find(({ name, startTime }) => name === url && startTime >= from);
        return [from, entry?.responseEnd <= shown ? entry.responseEnd : firstByte];
      })
      .sort((a, b) => a[0] - b[0]);
    let callsMs = 0;
    let end = start;
    for (const [from, to] of calls) {
      if (to > end) callsMs += to - Math.max(from, end);
      end = Math.max(end, to);
    }
    const scripts = entries.filter(({ name }) => name.endsWith('.js'));
    const bytes = scripts.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0);
    return { shownMs: shown - start, callsMs, scriptKb: bytes / 1000, shift: window.shift };
  })()`);
}
