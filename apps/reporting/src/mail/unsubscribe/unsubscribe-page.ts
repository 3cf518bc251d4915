import type { PerLanguage } from '../languages';
import { escapeHtml, htmlPage } from '../message';
import type { SubscriptionState } from './unsubscribe';

const en = {
  unsubscribe: 'Unsubscribe',
  ended: 'You are unsubscribed',
  reminders: (company: string) => `expiry reminders from ${company}`,
  report: (company: string, name: string) => `emails from ${company} with the report “${name}”`,
  ask: (what: string) => `Stop receiving ${what}?`,
  confirm: (what: string) => `You will no longer receive ${what}.`,
};

const TEXTS: PerLanguage<typeof en> = {
  en,
  de: {
    unsubscribe: 'Abbestellen',
    ended: 'Abbestellt',
    reminders: company => `Erinnerungen an Abläufe von ${company}`,
    report: (company, name) => `E-Mails von ${company} mit dem Bericht „${name}“`,
    ask: what => `Möchten Sie keine ${what} mehr erhalten?`,
    confirm: what => `Sie erhalten keine ${what} mehr.`,
  },
  fr: {
    unsubscribe: 'Se désabonner',
    ended: 'Désabonnement effectué',
    reminders: company => `de rappels d’expiration pour ${company}`,
    report: (company, name) =>
      `d’e-mails envoyés par ${company} avec le rapport «\u00a0${name}\u00a0»`,
    ask: what => `Ne plus recevoir ${what}\u202f?`,
    confirm: what => `Vous ne recevrez plus ${what}.`,
  },
};

/** A page without scripts, whose form posts to its own URL. */
export function unsubscribePage(subscription: SubscriptionState): string {
  const { language, isEnded } = subscription;
  const { ask, confirm, ended, unsubscribe } = TEXTS[language];
  const what = describe(subscription);
  const title = isEnded ? ended : unsubscribe;
  const form = `<p>${ask(what)}</p>
<form method="post">
<input type="hidden" name="List-Unsubscribe" value="One-Click">
<button>${unsubscribe}</button>
</form>`;
  const content = `<h1>${title}</h1>\n${isEnded ? `<p>${confirm(what)}</p>` : form}`;
  return htmlPage({ language, title, style: STYLE, content });
}

export const PAGE_POLICY = [
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join(';');

function describe({ companyName, name, language }: SubscriptionState): string {
  const { reminders, report } = TEXTS[language];
  const company = `<strong>${escapeHtml(companyName)}</strong>`;
  return name === null ? reminders(company) : report(company, escapeHtml(name));
}

const STYLE = `
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
