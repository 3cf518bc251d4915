import { AT_THE_COMMAND_LINE } from '../../src/http/principal';
import type { Editor } from '../../src/import/by-hand/edits';
import { correctTicket, withdrawTicket } from '../../src/import/by-hand/tickets';
import type { ImportOptions } from '../../src/import/import-options';
import { importRecords } from '../../src/import/import-records';
import { erasePeople } from '../../src/privacy/erasure';
import { exampleFolder, startTestImports, type TestImports, withCell } from './test-folder';

const example = exampleFolder();
const digest = () => Promise.resolve(Buffer.from('example'));

let imports: TestImports;
beforeEach(async () => {
  imports = await startTestImports();
});
afterEach(() => imports.close());

/** Imports files with the same digest that fail if they are read. */
function importAgain(options: Partial<ImportOptions> = {}) {
  const unreadable = () => {
    throw new Error('The files were read.');
  };
  const sources = Object.fromEntries(Object.keys(example).map(name => [name, unreadable]));
  return importRecords(imports.db, sources, {
    source: 'test',
    startedBy: 'tester',
    digest,
    ...options,
  });
}

const FILES_READ = 'The files were read.';

test('files that were imported before are reported as unchanged without being read, also in a dry run', async () => {
  const first = await imports.load(example, { digest });
  const before = await imports.digest();
  for (const dryRun of [true, false]) {
    const { files, ...second } = await importAgain({ dryRun });
    expect(second).toMatchObject({
      read: first.read,
      unchanged: first.read,
      inserted: 0,
      updated: 0,
    });
    expect(files).toEqual((await imports.load(example)).files);
  }
  expect(await imports.digest()).toBe(before);
});

test.each<[string, Partial<ImportOptions>]>([
  ['another time zone', { timeZone: 'America/Edmonton' }],
  ['other organizations', { companies: ['acme'] }],
  ['--overwrite-hand', { overwriteHand: true }],
  ['--replace', { replace: true }],
  ['a record keeper', { isKeeper: true }],
])('files are read for %s', async (_, options) => {
  await imports.load(example, { digest });
  await expect(importAgain(options)).rejects.toThrow(FILES_READ);
});

describe('files are read again after', () => {
  const anyTicket = async () =>
    (
      await imports.rows<{
        uuid: string;
        member: string;
        account: string;
        id: number;
        handle: string;
      }>(
        `select ticket.uuid, account.uuid as account, company.id, company.handle
      from reporting.ticket
      join reporting.member on member.id = ticket.member_id
      join reporting.account on account.id = member.account_id and not account.is_operator
      join reporting.company on company.id = ticket.company_id
      order by ticket.uuid
      limit 1`,
      )
    )[0]!;
  const editor = ({ id, handle }: { id: number; handle: string }): Editor => ({
    organization: { id, uuid: '', handle, name: handle } as Editor['organization'],
    doneBy: AT_THE_COMMAND_LINE,
    etags: null,
  });

  test.each<[string, () => Promise<unknown>]>([
    [
      'a correction by hand',
      async () => {
        const ticket = await anyTicket();
        await correctTicket(imports.db, editor(ticket), ticket.uuid, { note: 'Seen on paper' });
      },
    ],
    [
      'a withdrawal by hand',
      async () => {
        const ticket = await anyTicket();
        await withdrawTicket(imports.db, editor(ticket), ticket.uuid);
      },
    ],
    [
      'an erasure',
      async () =>
        erasePeople(imports.db, [(await anyTicket()).account], {
          doneBy: AT_THE_COMMAND_LINE,
          wait: null,
        }),
    ],
    [
      'another import',
      () =>
        imports.load({
          ...example,
          'tickets.csv': withCell(example['tickets.csv'], 2, 'status', 'Submitted'),
        }),
    ],
    [
      'an undo',
      async () => {
        const [run] = await imports.rows<{ id: number }>(
          'select max(id) as id from reporting.import_run',
        );
        await importRecords(
          imports.db,
          {},
          { source: 'undo', startedBy: 'tester', undoes: run!.id },
        );
      },
    ],
    ['a deletion', () => imports.rows('delete from reporting.ticket')],
    // pg_restore writes in a different transaction.
    ['a restore', () => imports.rows('update reporting.known_import set run_id = run_id')],
  ])('%s', async (_, change) => {
    await imports.load(example, { digest, beforeDays: 30 });
    await change();
    await expect(importAgain()).rejects.toThrow(FILES_READ);
  });
});

test('rows written while files are imported are compared by the next import', async () => {
  await imports.load(example);
  let calls = 0;
  const withEdit = async () => {
    calls += 1;
    if (calls === 2) await imports.rows("update reporting.ticket set note = 'Seen on paper'");
    return digest();
  };
  await imports.load(example, { digest: withEdit });
  expect(calls).toBe(2);
  await expect(importAgain()).rejects.toThrow(FILES_READ);
});

test('files that change while they are read are not recognized', async () => {
  let calls = 0;
  const changing = () => Promise.resolve(Buffer.from(calls++ === 0 ? 'example' : 'another'));
  await imports.load(example, { digest: changing });
  await expect(importAgain()).rejects.toThrow(FILES_READ);
});

test('files with rows kept by hand are compared again', async () => {
  await imports.load(example);
  await imports.rows("update reporting.ticket set source = 'hand', note = 'Seen on paper'");
  await imports.load(example, { digest });
  await expect(importAgain()).rejects.toThrow(FILES_READ);
});
