import { defineConfig } from '@lingui/cli';
import { formatter } from '@lingui/format-po';

/** English is in the code; the other languages are in catalogs. See docs/decisions/0031-lingui.md. */
export default defineConfig({
  sourceLocale: 'en',
  locales: ['de', 'fr'],
  catalogs: [{ path: '<rootDir>/src/languages/{locale}', include: ['<rootDir>/src'] }],
  // Whatever translates imports the module that has loaded the language.
  runtimeConfigModule: { i18n: ['#language', 'i18n'], Trans: ['#language', 'Trans'] },
  // Without places, a catalog changes only where a text does.
  format: formatter({ origins: false }),
});
