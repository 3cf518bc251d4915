import type { BrowserContext, Page } from 'playwright-core';
import type { Reader } from '../scratch/services.js';
import type { ConsolePage } from './page.js';
import type { Account } from './stage.js';
import type { Words } from './words.js';

/** Where a console is reached. */
export interface Place {
  name: string;
  /** The API as browsers reach it, without a slash at its end. */
  api: string;
  /** The API as this program reaches it, past nginx. */
  service: string;
  issuer: string;
  /** The folder of its mails. */
  outbox: string;
}

interface Scene {
  tab: Page;
  place: Place;
  context: BrowserContext;
  accounts: { reader: Reader; operator: Account };
  /** Texts of the console in the journey's language. */
  words: Words;
  axe: string;
  /** Whether axe looks at every page in each theme and width. */
  isThorough: boolean;
}

export interface Journey {
  name: string;
  /** The browser's, where it is another than usual. */
  locale?: string;
  travel: (page: ConsolePage, scene: Scene) => Promise<void>;
}

/** Calls the API itself, by a secret or without. */
export function call({ service }: Place, secret: string | null, path: string, body?: unknown) {
  const credential = secret === null ? {} : { Authorization: `Bearer ${secret}` };
  return fetch(`${service}/${path}`, {
    headers: { ...credential, 'Content-Type': 'application/json' },
    ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
  });
}
