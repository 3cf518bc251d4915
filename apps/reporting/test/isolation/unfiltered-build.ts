import { cp, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';

const app = path.join(__dirname, '../..');

/** Code that limits statements to the shown departments, with a replacement that does not. */
const SHOWN = [
  ['dist/reports/report-reads.js', 'shown: shownDepartments', 'shown: null'],
  [
    'dist/reports/selection.js',
    'isLimited = organization.shownDepartments !== null',
    'isLimited = false',
  ],
] as const;

/** The condition that limits a report statement to one organization. */
const FILTER = /(?:\w+\.)?company_id = (\$organization::integer)/g;

/**
 * Copies the built service, and removes the conditions on organizations and shown departments from its report
 * statements, so that only row-level security separates them.
 */
export async function buildWithoutFilters() {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'reporting-without-filters-'));
  await cp(path.join(app, 'dist'), path.join(folder, 'dist'), { recursive: true });
  await cp(path.join(app, 'openapi.json'), path.join(folder, 'openapi.json'));
  await cp(path.join(app, 'package.json'), path.join(folder, 'package.json'));
  await symlink(path.join(app, 'node_modules'), path.join(folder, 'node_modules'));
  let removed = 0;
  const reports = path.join(folder, 'dist/reports');
  for (const name of await readdir(reports, { recursive: true })) {
    if (!name.endsWith('.sql')) continue;
    const file = path.join(reports, name);
    const statement = await readFile(file, 'utf8');
    const without = statement.replace(FILTER, '$1 is not null');
    removed += statement.match(FILTER)?.length ?? 0;
    if (without !== statement) await writeFile(file, without);
  }
  for (const [name, condition, without] of SHOWN) {
    const file = path.join(folder, name);
    const source = await readFile(file, 'utf8');
    if (source.split(condition).length !== 2) throw new Error(`${name} has changed`);
    await writeFile(file, source.replace(condition, without));
  }
  return {
    cli: path.join(folder, 'dist/cli.js'),
    /** The number of removed conditions. */
    removed,
    remove: () => rm(folder, { recursive: true }),
  };
}
