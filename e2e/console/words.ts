import { readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../scratch/programs.js';

export type Words = ReturnType<typeof wordsOf>;

/** Finds the console's texts in another language by their English ones, in which a placeholder is any text. */
export function wordsOf(language: string) {
  const file = path.join(root, 'packages', 'console', 'src', 'languages', `${language}.po`);
  const catalog = language === 'en' ? '' : readFileSync(file, 'utf8');
  const entries = [...catalog.matchAll(/^msgid "(.+)"\nmsgstr "(.+)"$/gm)];
  const translations = new Map(entries.map(([, english, text]) => [english, text]));
  return (english: string) =>
    new RegExp(`^${(translations.get(english) ?? english).replaceAll(/\{\w+\}/g, '.+')}$`);
}

/** Browsers of the console's languages. */
export const LOCALES = ['en-US', 'de-DE', 'fr-FR'] as const;
