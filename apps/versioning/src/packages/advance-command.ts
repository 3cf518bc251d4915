import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { Problem } from '@platform/http';
import type { CommandTools, WithTools } from '@platform/service';
import { Command } from 'commander';
import type { Config } from '../config';
import { formatVersion, parseVersion, type SemanticVersion } from './semantic-version';
import { setVersion } from './versions';

interface Advance {
  slug: string;
  version: string;
  /** False where the package was at that version already, or past it. */
  advanced: boolean;
}

/** `advance`: after a restore, no package hands out a version again that was released after the backup. */
export function advanceCommand(withTools: WithTools<Config>): Command {
  return new Command('advance')
    .description('after a restore: set packages to the highest versions released, never backwards')
    .argument(
      '[file]',
      'lines of a slug and a version, also several of one slug; or standard input',
    )
    .option('--json', 'as JSON, for scripts')
    .action(async (file: string | undefined, { json }: { json?: true }) => {
      const releases = highestReleases(
        file === undefined ? await text(process.stdin) : await readFile(file, 'utf8'),
      );
      const advances = await withTools(tools => advanceAll(tools, releases));
      process.stdout.write(json ? `${JSON.stringify(advances, null, 2)}\n` : listed(advances));
    });
}

async function advanceAll(
  tools: CommandTools<Config>,
  releases: ReadonlyMap<string, SemanticVersion>,
): Promise<Advance[]> {
  const advances: Advance[] = [];
  for (const [slug, version] of releases) {
    const advanced = await advance(tools, slug, version);
    advances.push({ slug, version: formatVersion(version), advanced });
  }
  return advances;
}

async function advance(
  tools: CommandTools<Config>,
  slug: string,
  version: SemanticVersion,
): Promise<boolean> {
  const input = { slug, version, force: false, etags: null, buildUrl: null, idempotency: null };
  try {
    await setVersion(tools, { ...input, keyName: 'advance' });
    return true;
  } catch (error) {
    if (error instanceof Problem && error.code === 'version-not-greater') return false;
    throw error;
  }
}

/** The highest version of each slug. @throws Error naming the first line that is not a slug and a version */
function highestReleases(list: string): Map<string, SemanticVersion> {
  const highest = new Map<string, SemanticVersion>();
  for (const [index, line] of list.split(/\r?\n/).entries()) {
    if (line.trim() === '') continue;
    const [, slug, version] =
      /^\s*([A-Za-z0-9][A-Za-z0-9._-]{0,99})\s+v?(\S+)\s*$/.exec(line) ?? [];
    if (slug === undefined || version === undefined) {
      throw new Error(`Line ${index + 1} is not a slug and a version, such as "my-app 1.4.2".`);
    }
    const release = parseRelease(version, index + 1);
    const known = highest.get(slug);
    if (!known || isGreater(release, known)) highest.set(slug, release);
  }
  return highest;
}

function parseRelease(version: string, line: number): SemanticVersion {
  try {
    return parseVersion(version);
  } catch (error) {
    throw new Error(`Line ${line}:`, { cause: error });
  }
}

function isGreater(one: SemanticVersion, other: SemanticVersion): boolean {
  const parts = ['major', 'minor', 'patch'] as const;
  const differing = parts.find(part => one[part] !== other[part]);
  return differing !== undefined && one[differing] > other[differing];
}

function listed(advances: readonly Advance[]): string {
  return advances
    .map(({ slug, version, advanced }) =>
      advanced ? `${slug} is now at ${version}.\n` : `${slug} is at ${version} or past it.\n`,
    )
    .join('');
}
