import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { Command, type CommandUnknownOpts } from '@commander-js/extra-typings';
import { type CommandTools, print, type WithTools, warn } from '@platform/service';
import { isSlug } from '../api-keys/key-access';
import { ADVANCE } from '../api-keys/key-names';
import type { Config } from '../main/config';
import { highestRelease, readTag, recordVersions } from './adopt';
import { continuePositions } from './position';
import type { HistoryVersion } from './semantic-version';

interface Advance {
  slug: string;
  /** The highest release given; null if all are pre-releases. */
  version: string | null;
  advanced: boolean;
  recorded: number;
}

/** After a restore, prevents versions released since the backup from being handed out again. */
export function advanceCommand(withTools: WithTools<Config>): CommandUnknownOpts {
  return new Command('advance')
    .description(
      'after a restore: record every version, and move packages to the highest release, never backwards',
    )
    .argument('[file]', 'lines with a slug and a version each; defaults to standard input')
    .option('--json', 'print the results as JSON')
    .action(async (file, { json }) => {
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
    const { moved, recorded } = await recordVersions(db, { slug, keyName: ADVANCE }, versions);
    const version = highestRelease(versions);
    if (moved || recorded > 0) log.info({ slug, version, recorded, key: ADVANCE }, 'advanced');
    advances.push({ slug, version, advanced: moved, recorded });
  }
  return advances;
}

/** Returns the versions of each slug; warns of invalid ones. @throws Error naming a malformed line */
function readVersions(list: string): Map<string, HistoryVersion[]> {
  const versions = new Map<string, HistoryVersion[]>();
  for (const [index, line] of list.split(/\r?\n/).entries()) {
    if (line.trim() === '') continue;
    const [, slug, text] = /^\s*(\S+)\s+(\S+)\s*$/.exec(line) ?? [];
    if (slug === undefined || text === undefined || !isSlug(slug)) {
      throw new Error(`Line ${index + 1} is not a slug and a version, such as "my-app 1.4.2".`);
    }
    const version = readTag(text);
    if (typeof version === 'string') {
      warn(`Line ${index + 1} is left out: ${slug} ${text}. ${version}`);
      continue;
    }
    const known = versions.get(slug);
    if (known) known.push(version);
    else versions.set(slug, [version]);
  }
  return versions;
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
