import { i18n } from '@lingui/core';
import { LinguiContext, Trans as LinguiTrans, type TransProps } from '@lingui/react';

/** The languages of the console. English is in the code; the others are catalogs, loaded when they are chosen. */
export const LANGUAGES = { en: 'English', de: 'Deutsch', fr: 'Français' } as const;
export type Language = keyof typeof LANGUAGES;

const KEY = 'language';

/** That of the account that was last seen here, else the first of the browser's that the console has. */
export const language: Language = shownFor(localStorage.getItem(KEY));

function shownFor(account: string | null): Language {
  if (account !== null && isLanguage(account)) return account;
  return navigator.languages.map(tag => tag.slice(0, 2)).find(isLanguage) ?? 'en';
}

/**
 * Keeps the language of the account for the next start, and so for the page to sign in; null leaves it to the browser. Returns
 * whether this page has another one: it has to be loaded again, since constants have that of before.
 */
export function keepLanguage(account: Language | null): boolean {
  if (account === null) localStorage.removeItem(KEY);
  else localStorage.setItem(KEY, account);
  return shownFor(account) !== language;
}

function isLanguage(code: string): code is Language {
  return Object.hasOwn(LANGUAGES, code);
}

/** How dates and numbers are written: as in the browser's region of the language, such as de-CH. */
export const locale = navigator.languages.find(tag => tag.slice(0, 2) === language) ?? language;

const CATALOGS = {
  en: () => ({ messages: {} }),
  de: () => import('./languages/de.po'),
  fr: () => import('./languages/fr.po'),
} as const;

document.documentElement.lang = language;
// Whatever translates imports this module and waits for it: constants are translated, too.
i18n.load(language, (await CATALOGS[language]()).messages);
i18n.activate(language, locale);

export { i18n };

const lingui = { i18n, _: i18n._.bind(i18n) };

/** A message with elements. A value with angle brackets is shown as it is. */
export function Trans({ values, ...props }: TransProps) {
  const texts = Object.entries(values ?? {}).map(([name, value]) => [
    name,
    typeof value === 'string' && value.includes('<') ? <>{value}</> : value,
  ]);
  return (
    <LinguiContext value={lingui}>
      <LinguiTrans {...props} values={Object.fromEntries(texts) as Record<string, unknown>} />
    </LinguiContext>
  );
}
