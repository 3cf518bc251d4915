import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { installDependencies, root, runPnpm } from './setup.mjs';

/**
 * `npm run sbom [-- FOLDER]` writes the packages that each service depends on as CycloneDX to FOLDER, and generates
 * docs/third-party.md. Fails if a licence is not listed here; these impose no conditions on the services' own code.
 * `-- --check` writes nothing and fails if the page is out of date.
 */
const LICENCES = [
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'ISC',
  'MIT',
  'MIT-0',
  '(MIT OR CC0-1.0)',
];
const PAGE = path.join(root, 'docs', 'third-party.md');

const [argument] = process.argv.slice(2);
const isCheck = argument === '--check';
installDependencies();
const boms = { versioning: readBom('versioning'), reporting: readBom('reporting') };
const page = describe(boms);
if (isCheck) {
  if (readFileSync(PAGE, 'utf8') !== page) fail('docs/third-party.md is out of date: npm run sbom');
} else {
  const folder = path.resolve(argument ?? 'sbom');
  mkdirSync(folder, { recursive: true });
  for (const [service, bom] of Object.entries(boms)) {
    writeFileSync(path.join(folder, `${service}.cdx.json`), `${JSON.stringify(bom, null, 2)}\n`);
  }
  writeFileSync(PAGE, page);
}

function readBom(service) {
  const format = ['--prod', '--sbom-format', 'cyclonedx', '--sbom-type', 'application'];
  const { status, stdout } = runPnpm(['sbom', ...format, '--filter', service], {
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  if (status !== 0) fail(`pnpm sbom failed for ${service}`);
  return JSON.parse(stdout);
}

function describe(boms) {
  const packages = new Map();
  for (const [service, { components }] of Object.entries(boms)) {
    for (const component of components.filter(({ purl }) => !isOwn(purl))) {
      const name = [component.group, component.name].filter(Boolean).join('/');
      const row = { name, version: component.version, licence: licenceOf(component), of: [] };
      const known = packages.get(component.purl) ?? row;
      known.of.push(service);
      packages.set(component.purl, known);
    }
  }
  const rows = [...packages.values()].sort((one, other) =>
    `${one.name} ${one.version}` < `${other.name} ${other.version}` ? -1 : 1,
  );
  const rejected = rows
    .filter(({ licence }) => !LICENCES.includes(licence))
    .map(({ name, licence }) => `${name}: the licence ${licence} is not allowed`);
  if (rejected.length > 0) fail(rejected.join('\n'));
  return `# Third-party packages

What the services bring along at run time, and under which licence; written by \`npm run sbom\`.

| Package | Version | Licence | Of |
|---|---|---|---|
${rows.map(({ name, version, licence, of }) => `| ${name} | ${version} | ${licence} | ${of.join(', ')} |`).join('\n')}
`;
}

/** Packages of this repository, which are not published. */
function isOwn(purl) {
  return purl.startsWith('pkg:npm/%40platform/');
}

function licenceOf({ licenses = [] }) {
  return licenses
    .map(({ license, expression }) => license?.id ?? license?.name ?? expression)
    .join(' ');
}

function fail(message) {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}
