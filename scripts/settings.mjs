import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { requireAsReporting } from './services.mjs';
import { root } from './setup.mjs';

/** `npm run settings` generates docs/settings.md from both services' settings; `-- --check` fails if it is out of date. */
const PAGE = path.join(root, 'docs', 'settings.md');

const page = settingsPage();
if (!process.argv.includes('--check')) writeFileSync(PAGE, page);
else if (readFileSync(PAGE, 'utf8') !== page) {
  process.stderr.write('docs/settings.md is out of date: npm run settings\n');
  process.exitCode = 1;
}

function settingsPage() {
  const [versioning, reporting] = ['versioning', 'reporting'].map(readSettings);
  const both = [...versioning.keys()].filter(name => reporting.has(name));
  const only = (settings, other) => [...settings].filter(([name]) => !other.has(name));
  const ofBoth = both.map(name => [name, merge(versioning.get(name), reporting.get(name))]);
  return `# Settings

Environment variables of both services, checked at start; all errors are reported together. Any of them can be read from
a file: \`DATABASE_URL_FILE=/run/secrets/database_url\`. Durations are \`500ms\`, \`5s\`, \`2m\`; a bare number is seconds.
Written by \`npm run settings\` from \`--help\`.

## Both services

Of two defaults the first is versioning's.

${table(ofBoth)}
## Versioning

${table(only(versioning, reporting))}
## Reporting

${table(only(reporting, versioning))}`;
}

function readSettings(service) {
  const folder = path.join(root, 'apps', service, 'dist/main');
  const { settings } = requireAsReporting(path.join(folder, 'config.js'));
  return new Map(Object.entries(settings));
}

function merge(one, other) {
  const join = (a, b, separator) => (a === b ? a : a + separator + b);
  return {
    fallback: join(one.fallback, other.fallback, '`, `'),
    help: join(one.help, other.help, '; '),
  };
}

function table(settings) {
  const rows = settings.map(
    ([name, { fallback, help }]) =>
      `| \`${name}\` | ${!fallback ? '' : `\`${fallback}\``} | ${help.replaceAll('|', '\\|')} |\n`,
  );
  return `| Setting | Default | Purpose |\n|---|---|---|\n${rows.join('')}`;
}
