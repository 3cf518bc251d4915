/**
 * What a page should not do, as it does it: leave its origin, fail to load something, complain on the
 * console, break its Content-Security-Policy.
 */
export async function watchFaults(page, origin) {
  const faults = [];
  const add = (kind, text) => faults.push(`${kind}: ${text}`);
  page.on('request', request => {
    const url = new URL(request.url());
    if (url.origin !== origin && url.protocol !== 'data:') add('left the host', url.href);
  });
  page.on('requestfailed', request => add(request.failure().errorText, request.url()));
  page.on('response', response => {
    if (response.status() >= 400) add(response.status(), response.url());
  });
  page.on('console', message => {
    if (message.type() === 'error') add('console', message.text());
  });
  page.on('pageerror', error => add('exception', error.message));
  await page.exposeFunction('reportViolation', text => add('policy', text));
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
      window.reportViolation(`${violatedDirective} ${blockedURI}`),
    );
  });
  return faults;
}
