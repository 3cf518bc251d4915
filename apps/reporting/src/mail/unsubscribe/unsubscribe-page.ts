import { escapeHtml } from '../message';
import type { SubscriptionNames } from './unsubscribe';

/** A page without scripts, whose form posts to its own URL. */
export function unsubscribePage(names: SubscriptionNames, isEnded: boolean): string {
  const what = describe(names);
  return isEnded
    ? page('You are unsubscribed', `<p>You will no longer receive ${what}.</p>`)
    : page(
        'Unsubscribe',
        `<p>Stop receiving ${what}?</p>
<form method="post">
<input type="hidden" name="List-Unsubscribe" value="One-Click">
<button>Unsubscribe</button>
</form>`,
      );
}

export const PAGE_POLICY = [
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join(';');

function describe({ companyName, name }: SubscriptionNames): string {
  const company = `<strong>${escapeHtml(companyName)}</strong>`;
  return name === null
    ? `expiry reminders from ${company}`
    : `emails from ${company} with the report “${escapeHtml(name)}”`;
}

const STYLE = `
  :root { color-scheme: light dark }
  body { margin: 0; padding: 48px 24px; background: #ffffff; color: #1f2933; font: 16px/1.5 system-ui, sans-serif }
  main { max-width: 480px; margin: 0 auto; overflow-wrap: break-word }
  h1 { font-size: 24px; line-height: 1.3; margin: 0 0 16px }
  button { font: inherit; padding: 10px 16px; border: 0; border-radius: 6px; background: #1f5fbf; color: #ffffff;
    cursor: pointer }
  button:focus-visible { outline: 3px solid #8ab8f8; outline-offset: 2px }
  @media (prefers-color-scheme: dark) {
    body { background: #16191d; color: #e4e7eb }
    button { background: #5b9bf3; color: #10151b }
  }`;

function page(title: string, content: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${title}</title>
<style>${STYLE}</style>
</head>
<body><main>
<h1>${title}</h1>
${content}
</main></body>
</html>
`;
}
