import type { BrowserContext, Page } from 'playwright-core';
import type { Reader } from '../scratch/services.js';
import type { ConsolePage } from './page.js';
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
  accounts: { reader: Reader; operator: { email: string; password: string } };
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
