import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { type Database, query, readStatement, transaction } from '@platform/db';
import { type CommandTools, print, type WithTools } from '@platform/service';
import { Command } from 'commander';
import { ADVANCE } from '../api-keys/key-names';
import type { Config } from '../main/config';
import { lockPackage } from './packages';
import { continuePositions } from './position';
import {
  formatVersion,
  type HistoryVersion,
  isGreater,
  parseHistoryVersion,
} from './semantic-version';

interface Advance {
  slug: string;
  /** The highest release of those given; null where all are pre-releases. */
  version: string | null;
  /** False where the package had reached the version. */
  advanced: boolean;
  /** How many of the versions the history lacked. */
  recorded: number;
}

/** After a restore, prevents reuse of versions released since the backup. */
export function advanceCommand(withTools: WithTools<Config>): Command {
  return new Command('advance')
    .description(
      'after a restore: record every version, and move packages to the highest release, never backwards',
    )
    .argument(
      '[file]',
      'lines of a slug and a version, also several of one slug; or standard input',
    )
    .option('--json', 'as JSON, for scripts')
    .action(async (file: string | undefined, { json }: { json?: true }) => {
      const released = readVersions(
        file === undefined ? await text(process.stdin) : await readFile(file, 'utf8'),
      );
      const advances = await withTools(tools => advanceAll(tools, released));
      print(json ? JSON.stringify(advances, null, 2) : listed(advances));
    });
}

async function advanceAll(
  { db, log }: CommandTools<Config>,
  released: ReadonlyMap<string, readonly HistoryVersion[]>,
): Promise<Advance[]> {
  const advances: Advance[] = [];
  await continuePositions(db);
  for (const [slug, versions] of released) {
    const { moved, recorded } = await advance(db, slug, versions);
    const version = highestRelease(versions);
    if (moved || recorded > 0) log.info({ slug, version, recorded, key: ADVANCE }, 'advanced');
    advances.push({ slug, version, advanced: moved, recorded });
  }
  return advances;
}

function highestRelease(versions: readonly HistoryVersion[]): string | null {
  const releases = versions.filter(({ preLabel }) => preLabel === null);
  if (releases.length === 0) return null;
  return formatVersion(releases.reduce((one, other) => (isGreater(one, other) ? one : other)));
}

interface AdvanceRow {
  recorded: number;
  moved: boolean;
}

const statement = readStatement<AdvanceRow>(__dirname, 'advance.sql');

async function advance(
  db: Database,
  slug: string,
  versions: readonly HistoryVersion[],
): Promise<AdvanceRow> {
  const parameters = {
    slug,
    majors: versions.map(({ major }) => major),
    minors: versions.map(({ minor }) => minor),
    patches: versions.map(({ patch }) => patch),
    labels: versions.map(({ preLabel }) => preLabel),
    numbers: versions.map(({ preNumber }) => preNumber),
    keyName: ADVANCE,
  };
  for (;;) {
    const [row] = await transaction(db, async tx => {
      await lockPackage(tx, slug);
      return query(tx, statement, parameters);
    });
    if (row) return row;
    // A request created or changed the package while the statement ran: the next one sees it.
  }
}

/** The versions of each slug. @throws Error naming the first line that is not a slug and a version */
function readVersions(list: string): Map<string, HistoryVersion[]> {
  const versions = new Map<string, HistoryVersion[]>();
  for (const [index, line] of list.split(/\r?\n/).entries()) {
    if (line.trim() === '') continue;
    const [, slug, text] = /^\s*([A-Za-z0-9][A-Za-z0-9._-]{0,99})\s+v?(\S+)\s*$/.exec(line) ?? [];
    if (slug === undefined || text === undefined) {
      throw new Error(`Line ${index + 1} is not a slug and a version, such as "my-app 1.4.2".`);
    }
    const version = readVersion(text, index + 1);
    const known = versions.get(slug);
    if (known) known.push(version);
    else versions.set(slug, [version]);
  }
  return versions;
}

function readVersion(text: string, line: number): HistoryVersion {
  try {
    return parseHistoryVersion(text);
  } catch (error) {
    throw new Error(`Line ${line}:`, { cause: error });
  }
}

function listed(advances: readonly Advance[]): string {
  if (advances.length === 0) return 'No version was given.';
  return advances
    .map(({ slug, version, advanced, recorded }) => {
      const place = advanced ? `now at ${version}` : `at ${version ?? 'its version'} or past it`;
      return `${slug} is ${place}.${recorded > 0 ? ` Versions recorded: ${recorded}.` : ''}`;
    })
    .join('\n');
}
