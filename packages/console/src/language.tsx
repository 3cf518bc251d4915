import { i18n } from '@lingui/core';
import { LinguiContext, Trans as LinguiTrans, type TransProps } from '@lingui/react';

/** The languages of the console. English is in the code; catalogs of the others are loaded on demand. */
export const LANGUAGES = { en: 'English', de: 'Deutsch', fr: 'Français' } as const;
export type Language = keyof typeof LANGUAGES;

const KEY = 'language';

/** The language of the account that last signed in here, otherwise the browser's first supported language. */
export const language: Language = languageFor(localStorage.getItem(KEY));

function languageFor(account: string | null): Language {
  if (account !== null && isLanguage(account)) return account;
  return navigator.languages.map(tag => tag.slice(0, 2)).find(isLanguage) ?? 'en';
}

/**
 * Stores the language of the account for the next start and for the sign-in page; null uses the browser's. Returns
 * whether it differs from the current one, in which case the page must be reloaded to translate constants.
 */
export function keepLanguage(account: Language | null): boolean {
  if (account === null) localStorage.removeItem(KEY);
  else localStorage.setItem(KEY, account);
  return languageFor(account) !== language;
}

function isLanguage(code: string): code is Language {
  return Object.hasOwn(LANGUAGES, code);
}

/** The locale of dates and numbers: the browser's regional variant of the language, such as de-CH. */
export const locale = navigator.languages.find(tag => tag.slice(0, 2) === language) ?? language;

const CATALOGS = {
  en: () => ({ messages: {} }),
  de: () => import('./languages/de.po'),
  fr: () => import('./languages/fr.po'),
} as const;

document.documentElement.lang = language;
// Modules with translations import this one and wait for it, so that constants are translated, too.
i18n.load(language, (await CATALOGS[language]()).messages);
i18n.activate(language, locale);

export { i18n };

const lingui = { i18n, _: i18n._.bind(i18n) };

/** A message with elements. A value with angle brackets is shown literally. */
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
