import type { Page } from 'playwright-core';

/** Reports what the policy of a page's content refuses. */
export async function watchPolicy(page: Page, report: (violation: string) => void): Promise<void> {
  await page.exposeFunction('reportViolation', report);
  await page.addInitScript(`
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
      window.reportViolation(violatedDirective + ' ' + blockedURI));
  `);
}

/** Waits until every figure of the console is there. */
export async function settle(tab: Page): Promise<void> {
  await tab.waitForLoadState('networkidle');
  await tab
    .locator('[aria-busy=true], .mantine-Skeleton-root')
    .first()
    .waitFor({ state: 'detached' });
}
