import { escapeHtml, htmlPage, PAGE_STYLE } from '../../http/html-page';
import type { PerLanguage } from '../languages';
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
  return htmlPage({ language, title, style: PAGE_STYLE, content });
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
