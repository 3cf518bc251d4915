import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { from, to } from 'pg-copy-streams';
import { figure, printTable, timed } from '../measure.js';
import type { Stage } from '../stage.js';

const [MEMBERS, COMPETENCIES] = [5_000, 100];
const STANDINGS = MEMBERS * COMPETENCIES;
const OF_BENCH =
  "where company_id = (select id from reporting.company where handle = 'bench-import')";

const CREATE_BARE = `create table public.bare_standing (
  like reporting.competency_standing including indexes including constraints,
  foreign key (company_id, member_id) references reporting.member (company_id, id),
  foreign key (company_id, competency_id) references reporting.competency (company_id, id),
  foreign key (company_id, validator_id) references reporting.member (company_id, id)
)`;

/**
 * An import of half a million standings, checked, resolved, applied and counted into bitmaps, beside a bare
 * COPY of the rows that came out into a table with the same keys and indexes, and nothing derived.
 */
export async function records(stage: Stage): Promise<void> {
  const { client, command } = stage;
  const folder = await mkdtemp(path.join(tmpdir(), 'bench-import-'));
  const copyFile = path.join(folder, 'standings.copy');
  try {
    await write(path.join(folder, 'first'), organization());
    await command('reporting', 'import', path.join(folder, 'first'));
    await write(path.join(folder, 'standings'), { 'competency-standings.csv': standings() });
    const imported = await seconds(() =>
      command('reporting', 'import', path.join(folder, 'standings')),
    );
    const verified = await seconds(() => command('reporting', 'verify'));
    await pipeline(
      client.query(to(`copy (select * from reporting.competency_standing ${OF_BENCH}) to stdout`)),
      createWriteStream(copyFile),
    );
    await client.query(CREATE_BARE);
    const copied = await seconds(() =>
      pipeline(
        createReadStream(copyFile),
        client.query(from('copy public.bare_standing from stdin')),
      ),
    );
    await client.query('drop table public.bare_standing');
    printTable(
      [`${STANDINGS.toLocaleString('en')} standings`, 's', 'rows per second'],
      [
        ['import', figure(imported), figure(STANDINGS / imported)],
        ['bare COPY', figure(copied), figure(STANDINGS / copied)],
        ['verify, all organizations', figure(verified), ''],
      ],
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const seconds = async (work: () => Promise<unknown>) => (await timed(work)) / 1_000;

async function write(folder: string, files: Record<string, Iterable<string>>): Promise<void> {
  await mkdir(folder);
  for (const [name, lines] of Object.entries(files)) {
    await pipeline(Readable.from(pieces(lines)), createWriteStream(path.join(folder, name)));
  }
}

function* pieces(lines: Iterable<string>): Generator<string> {
  let text = '';
  for (const line of lines) {
    text += `${line}\n`;
    if (text.length < 65_536) continue;
    yield text;
    text = '';
  }
  yield text;
}

const uuid = (kind: string, number: number) =>
  `${kind}000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
const company = uuid('bc', 1);

function organization(): Record<string, Iterable<string>> {
  const numbers = (count: number) => Array.from({ length: count }, (_, number) => number);
  return {
    'companies.csv': ['id,handle,name', `${company},bench-import,Bench`],
    'accounts.csv': [
      'id,email,name,isOperator,apiAccess,reportAccess',
      ...numbers(MEMBERS).map(
        n => `${uuid('ba', n)},${n}@bench-import.example,Person ${n},false,false,false`,
      ),
    ],
    'members.csv': [
      'id,companyId,accountId,code,personType,jobTitle,hasAccess,isDeveloper',
      ...numbers(MEMBERS).map(
        n => `${uuid('bb', n)},${company},${uuid('ba', n)},,Employee,,true,false`,
      ),
    ],
    'competencies.csv': [
      'id,companyId,number,name,criticality',
      ...numbers(COMPETENCIES).map(
        n => `${uuid('be', n)},${company},C-${n},Competency ${n},Critical`,
      ),
    ],
  };
}

function* standings(): Generator<string> {
  yield 'memberId,competencyId,status,isValidated,validatedAt,expiresAt,validatorId';
  for (let n = 0; n < STANDINGS; n++) {
    const [member, competency] = [Math.floor(n / COMPETENCIES), n % COMPETENCIES];
    yield `${uuid('bb', member)},${uuid('be', competency)},Validated,true,2025-01-15T00:00:00Z,2030-01-15T00:00:00Z,${uuid('bb', 0)}`;
  }
}
