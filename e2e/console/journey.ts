import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { BrowserContext, Page } from 'playwright-core';
import { root } from '../scratch/programs.js';
import type { Reader } from '../scratch/services.js';
import type { ConsolePage } from './page.js';
import type { Account } from './stage.js';

/** A deployment of the console. */
export interface Place {
  name: string;
  /** The URL of the API for browsers, without a trailing slash. */
  api: string;
  /** The URL of the API for this program, bypassing nginx. */
  service: string;
  issuer: string;
  /** The folder that emails are written to. */
  outbox: string;
}

interface Scene {
  tab: Page;
  place: Place;
  context: BrowserContext;
  accounts: { reader: Reader; operator: Account };
  words: Words;
  /** The source of axe. */
  axe: string;
  /** Whether axe checks every page in each theme and width. */
  isThorough: boolean;
}

export interface Journey {
  name: string;
  /** Of the browser; defaults to `en-US`. */
  locale?: string;
  travel: (page: ConsolePage, scene: Scene) => Promise<void>;
}

/** Calls the API directly. */
export function call({ service }: Place, secret: string | null, path: string, body?: unknown) {
  const credential = secret === null ? {} : { Authorization: `Bearer ${secret}` };
  return fetch(`${service}/${path}`, {
    headers: { ...credential, 'Content-Type': 'application/json' },
    ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
  });
}

export type Words = ReturnType<typeof wordsOf>;

/** Returns a function from English texts of the console to patterns for a language; placeholders match any text. */
export function wordsOf(language: string) {
  const file = path.join(root, 'packages', 'console', 'src', 'languages', `${language}.po`);
  const catalog = language === 'en' ? '' : readFileSync(file, 'utf8');
  const entries = [...catalog.matchAll(/^msgid "(.+)"\nmsgstr "(.+)"$/gm)];
  const translations = new Map(entries.map(([, english, text]) => [english, text]));
  return (english: string) =>
    new RegExp(`^${(translations.get(english) ?? english).replaceAll(/\{\w+\}/g, '.+')}$`);
}

/** A locale for each of the console's languages. */
export const LOCALES = ['en-US', 'de-DE', 'fr-FR'] as const;
