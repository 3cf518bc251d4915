import { defineConfig } from '@lingui/cli';
import { formatter } from '@lingui/format-po';

/** English is in the code, other languages in catalogs. See docs/decisions/0031-lingui.md. */
export default defineConfig({
  sourceLocale: 'en',
  locales: ['de', 'fr'],
  catalogs: [{ path: '<rootDir>/src/languages/{locale}', include: ['<rootDir>/src'] }],
  // Translations are imported from the module that loads the language.
  runtimeConfigModule: { i18n: ['#language', 'i18n'], Trans: ['#language', 'Trans'] },
  // Without source locations, catalogs change only if texts change.
  format: formatter({ origins: false }),
});
