import { readCsv } from '@platform/spreadsheet';
import fc from 'fast-check';
import { importRecords } from '../../../src/import/import-records';
import { RecordList } from '../../../src/import/lists/record-list';
import type { CompleteSource } from '../../../src/import/lists/sources';
import { runs } from '../../runs';
import { startTestImports, type TestImports } from '../test-folder';

const COMPANY = '7d9d6a54-2f0c-4c39-9a27-6b1f0c6f5a01';
const MEMBER = '7d9d6a54-2f0c-4c39-9a27-6b1f0c6f5a02';
let imports: TestImports;
let company: { id: number; uuid: string };
beforeAll(async () => {
  imports = await startTestImports();
});
afterAll(() => imports.close());

interface Person {
  readonly code: string;
  readonly name: string;
  readonly departments: readonly string[];
  readonly profiles: readonly string[];
}

const definition: CompleteSource = {
  sheets: [
    {
      sheet: null,
      kind: 'people',
      type: null,
      headerRow: 1,
      columns: { Nr: 'personCode', Name: 'name', Abteilung: 'department', Rolle: 'profile' },
      values: {},
      ignoredColumns: [],
      separator: '+',
    },
  ],
  dateFormat: null,
  encoding: null,
  timeZone: null,
  expiry: 'instant',
  isComplete: true,
};

/** A naive model of importing a monthly list. */
function nextState(
  state: ReadonlyMap<string, string>,
  list: readonly Person[],
): Map<string, string> {
  const next = new Map<string, string>(
    [...state].map(([code, who]) => [code, `${code} ${who.split(' ')[1]!} left`] as const),
  );
  for (const { code, name, departments, profiles } of list) {
    const [first] = profiles.flatMap(profile => departments.map(at => `${profile}@${at}`));
    const assigned = profiles.flatMap(profile =>
      departments.map(at => `${profile}@${at}${`${profile}@${at}` === first ? '*' : ''}`),
    );
    const where = [...departments].sort().join('+');
    next.set(code, `${code} ${name} ${where} ${assigned.sort().join('+')}`);
  }
  return next;
}

async function stored(): Promise<string[]> {
  const rows = await imports.rows<{ who: string }>(
    `select concat_ws(' ', member.code, account.name, case when member.has_access then '' else 'left' end
        || coalesce((select string_agg(department.name, '+' order by department.name collate "C")
          from reporting.affiliation join reporting.department on department.id = affiliation.department_id
          where affiliation.member_id = member.id), ''),
        (select string_agg(profile.name || '@' || department.name || case when is_primary then '*' else '' end, '+'
          order by (profile.name || '@' || department.name || case when is_primary then '*' else '' end) collate "C")
          from reporting.profile_assignment as assigned join reporting.profile on profile.id = assigned.profile_id
          join reporting.department on department.id = assigned.department_id
          where assigned.member_id = member.id)) as who
      from reporting.member join reporting.account on account.id = member.account_id
      where member.company_id = ${company.id} order by member.code collate "C"`,
  );
  return rows.map(({ who }) => who);
}

/** Creates an organization with a member who is in no list, and returns the ID of its list source. */
async function createOrganization(): Promise<number> {
  for (const table of ['affiliation', 'profile_assignment', 'list_source_member', 'list_source'])
    await imports.db.pool.query(`delete from reporting.${table}`);
  await imports.db.pool.query('delete from reporting.member');
  await imports.load(
    {
      'companies.csv': `id,handle,name\n${COMPANY},acme,Acme\n`,
      'accounts.csv': `id,email,name,isOperator,apiAccess,reportAccess\n${MEMBER},,Foreign,false,false,false\n`,
      'members.csv': `id,companyId,accountId,code,personType,jobTitle,hasAccess,isDeveloper\n${MEMBER},${COMPANY},${MEMBER},X,,,true,false\n`,
      'departments.csv': `id,companyId,name,code,isFacility\n${MEMBER},${COMPANY},Away,,true\n`,
      'affiliations.csv': `memberId,departmentId,function\n${MEMBER},${MEMBER},Department\n`,
    },
    {},
  );
  [company] = (await imports.rows(
    "select id, uuid from reporting.company where handle = 'acme'",
  )) as [typeof company];
  const [source] = await imports.rows<{ id: number }>(
    `insert into reporting.list_source (company_id, name, definition) values (${company.id}, 'hr', '{}') returning id`,
  );
  return source!.id;
}

function listOf(sourceId: number, people: readonly Person[]): RecordList {
  const lines = people.map(({ code, name, departments, profiles }) =>
    [code, name, departments.join('+'), profiles.join('+')].join(';'),
  );
  async function* bytes() {
    yield Buffer.from(`Nr;Name;Abteilung;Rolle\n${lines.join('\n')}\n`);
  }
  const [sheet] = definition.sheets as [CompleteSource['sheets'][number]];
  const sheets = [{ ...sheet, label: 'list.csv', read: () => readCsv(bytes()) }];
  const list = { sheets, rows: people.length, ignored: [] };
  return new RecordList(list, { id: sourceId, company, definition });
}

const some = (...names: string[]) =>
  fc.uniqueArray(fc.constantFrom(...names), { minLength: 1, maxLength: 2 });
const months = fc.array(
  fc.uniqueArray(
    fc.record({
      code: fc.constantFrom('1', '2', '3', '4', '5'),
      departments: some('Nord', 'Süd', 'Ost'),
      profiles: some('Fahrer', 'Maler', 'Koch'),
    }),
    { selector: ({ code }) => code, minLength: 1, maxLength: 5 },
  ),
  { minLength: 1, maxLength: 4 },
);

test('lists imported twice, with people who move, leave and return, match a naive model', async () => {
  await fc.assert(
    fc.asyncProperty(months, async lists => {
      const sourceId = await createOrganization();
      let state = new Map<string, string>();
      for (const month of lists) {
        const people = month.map(each => ({ ...each, name: `Person${each.code}` }));
        state = nextState(state, people);
        const load = () =>
          importRecords(imports.db, listOf(sourceId, people), {
            source: 'list.csv',
            companies: ['acme'],
            allowRemovals: true,
          });
        await load();
        const expected = [...state.values(), 'X Foreign Away'].sort();
        expect(await stored()).toEqual(expected);
        expect(await load()).toMatchObject({ inserted: 0, updated: 0, deleted: 0 });
        expect(await stored()).toEqual(expected);
      }
    }),
    { numRuns: runs(12) },
  );
}, 240_000);
