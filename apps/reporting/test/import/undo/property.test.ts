import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { writeFiles } from '../../../src/export/write-records';
import { ImportRefused } from '../../../src/import/faults';
import { importRecords } from '../../../src/import/import-records';
import { FILE_NAMES, type FileName } from '../../../src/records/import-file';
import { runs } from '../../runs';
import {
  exampleFolder,
  MEASUREMENTS,
  MONTHLY_STATISTICS,
  startTestImports,
  type TestImports,
} from '../test-folder';

let imports: TestImports;
beforeAll(async () => {
  imports = await startTestImports();
});
afterAll(() => imports.close());

type Row = Record<string, string>;
type Records = Record<FileName, Row[]>;

const FIRST: Partial<Record<FileName, string>> = {
  ...exampleFolder(),
  'measurements.csv': MEASUREMENTS,
  'monthly-statistics.csv': MONTHLY_STATISTICS,
};

/** Returns every record as in an export, and columns that no file has. */
async function stateOf(): Promise<{ records: Records; others: unknown }> {
  const records = {} as Records;
  await writeFiles({ db: imports.db, organization: null }, async (name, pieces) => {
    let text = '';
    for await (const piece of pieces) text += piece;
    records[name] = parse(text);
  });
  const others = await imports.rows(
    `select uuid::text as id, concat_ws(' ', has_access, keeps_records, provider_access) as what from reporting.member
    union all
    select concat_ws(' ', member_uuid, month, item_number), concat_ws(' ', is_imported, department_role, member_name)
    from reporting.monthly_statistic
    order by 1, 2`,
  );
  return { records, others };
}

/** Parses CSV without line breaks in cells. Quoted cells keep their quotes. */
function parse(text: string): Row[] {
  const [header, ...lines] = text.replace(/^\ufeff/, '').split('\r\n');
  const names = header!.split(',');
  return lines
    .filter(line => line !== '')
    .map(line => line.match(/("(?:[^"]|"")*"|[^,]*)(?:,|$)/g)!.map(cell => cell.replace(/,$/, '')))
    .map(cells => Object.fromEntries(names.map((name, index) => [name, cells[index]!])));
}

function write(rows: readonly Row[], header: readonly string[]): string {
  return `${[header.join(','), ...rows.map(row => header.map(name => row[name]).join(','))].join('\r\n')}\r\n`;
}

/** Sorts rows by their cells, because a restored row is the last of its table. */
const sorted = (records: Records) =>
  Object.fromEntries(
    Object.entries(records).map(([name, rows]) => [
      name,
      rows.map(row => JSON.stringify(row)).sort(),
    ]),
  );

const VALUES: Partial<Record<FileName, Readonly<Record<string, readonly string[]>>>> = {
  'companies.csv': { name: ['Acme', 'Other'] },
  'accounts.csv': {
    name: ['Ada', 'Bea'],
    apiAccess: ['true'],
    email: ['x1@example.com', 'x2@example.com'],
  },
  'members.csv': {
    code: ['', 'C-1'],
    jobTitle: ['', 'Welder'],
    hasAccess: ['true', 'false'],
    isDeveloper: ['true', 'false'],
  },
  'departments.csv': { name: ['North', 'South'], isFacility: ['true', 'false'] },
  'affiliations.csv': { function: ['Department', 'Employee', 'Administration'] },
  'profiles.csv': { name: ['Operator', 'Foreman'] },
  'measurements.csv': { name: ['Songs', 'Dances'] },
  'competencies.csv': { number: ['9.1', '9.2'], criticality: ['Critical', 'Non-Critical'] },
  'competency-standings.csv': {
    status: ['Submitted', 'Validated'],
    isValidated: ['true', 'false'],
    expiresAt: ['', '2029-01-01'],
    source: ['import', 'hand'],
  },
  'achievements.csv': { name: ['First Aid', 'Rescue'], type: ['Orientations', 'Training Guides'] },
  'tickets.csv': {
    status: ['Pending', 'Valid'],
    expiresAt: ['', '2029-01-01'],
    note: ['', 'Seen'],
    source: ['import', 'hand'],
  },
  'compliance-snapshots.csv': { satisfied: ['0', '1'] },
  'monthly-statistics.csv': { asAt: ['2024-01-29T02:00:00Z', '2024-02-26T02:00:00Z'] },
};
const LEAF_FILES = [
  'measurements.csv',
  'affiliations.csv',
  'profile-assignments.csv',
  'profile-competencies.csv',
  'competency-standings.csv',
  'profile-achievements.csv',
  'tickets.csv',
] as const;

const number = fc.nat(1_000);
const pick = <Value>(values: readonly Value[], index: number): Value =>
  values[index % values.length]!;

/** A difference between the next import and the existing records. */
const step = fc.oneof(
  fc.record({
    kind: fc.constant('change' as const),
    file: fc.constantFrom(...Object.keys(VALUES)),
    row: number,
    column: number,
    value: number,
  }),
  fc.record({
    kind: fc.constantFrom('drop' as const, 'copy' as const),
    file: fc.constantFrom(...LEAF_FILES),
    row: number,
  }),
  fc.record({
    kind: fc.constantFrom(
      'leave' as const,
      'join' as const,
      'rename' as const,
      'primary' as const,
      'hand on' as const,
      'swap' as const,
    ),
    row: number,
  }),
);
type Step = typeof step extends fc.Arbitrary<infer Generated> ? Generated : never;

function applyStep(records: Records, generated: Step): void {
  const { row: at } = generated;
  const members = records['members.csv'];
  // earlier steps may have removed all members
  if (members.length === 0) return;
  switch (generated.kind) {
    case 'change': {
      const name = generated.file as FileName;
      const [column, values] = pick(Object.entries(VALUES[name]!), generated.column);
      const row = records[name].length > 0 ? pick(records[name], at) : null;
      if (row) row[column] = pick(values, generated.value);
      return;
    }
    case 'drop':
      records[generated.file].splice(at % Math.max(1, records[generated.file].length), 1);
      return;
    case 'copy': {
      const ticket = records['tickets.csv'];
      if (ticket.length > 0) ticket.push({ ...pick(ticket, at), id: randomUUID() });
      return;
    }
    case 'leave': {
      const [gone] = members.splice(at % Math.max(1, members.length), 1);
      for (const rows of Object.values(records)) {
        for (const row of rows) if (row.validatorId === gone?.id) row.validatorId = '';
        const remaining = rows.filter(
          ({ memberId }) => memberId === undefined || memberId !== gone?.id,
        );
        rows.splice(0, rows.length, ...remaining);
      }
      return;
    }
    case 'join': {
      const [account, member] = [randomUUID(), randomUUID()];
      const like = pick(members, at);
      records['accounts.csv'].push({
        ...pick(records['accounts.csv'], at),
        id: account,
        email: `${account}@example.org`,
        isOperator: 'false',
      });
      members.push({ ...like, id: member, accountId: account, code: '' });
      for (const name of ['affiliations.csv', 'profile-assignments.csv', 'tickets.csv'] as const)
        records[name].push(
          ...records[name]
            .filter(({ memberId }) => memberId === like.id)
            .map(row => ({ ...row, memberId: member, ...(row.id && { id: randomUUID() }) })),
        );
      return;
    }
    case 'rename': {
      // the same account as a member with a different ID
      const id = randomUUID();
      const row = pick(members, at);
      for (const rows of Object.values(records))
        for (const each of rows) {
          if (each.memberId === row.id) each.memberId = id;
          if (each.validatorId === row.id) each.validatorId = id;
        }
      row.id = id;
      row.code = '';
      return;
    }
    case 'primary': {
      const rows = records['profile-assignments.csv'];
      if (rows.length === 0) return;
      const { memberId } = pick(rows, at);
      const own = rows.filter(row => row.memberId === memberId);
      for (const row of own) row.isPrimary = 'false';
      Object.assign(pick(own, at + 1), { isPrimary: 'true', requiresCompliance: 'true' });
      return;
    }
    case 'hand on': {
      // a new account takes over the e-mail of another one
      const old = pick(records['accounts.csv'], at);
      records['accounts.csv'].push({ ...old, id: randomUUID(), isOperator: 'false' });
      old.email = `${randomUUID()}@example.org`;
      return;
    }
    case 'swap': {
      const [one, other] = [
        pick(records['accounts.csv'], at),
        pick(records['accounts.csv'], at + 1),
      ];
      [one.email, other.email] = [other.email!, one.email!];
    }
  }
}

const lastRun = async () =>
  (
    await imports.rows<{ id: number; kept_changes: number | null }>(
      'select id, kept_changes from reporting.import_run order by id desc limit 1',
    )
  )[0]!;
const KEEP_CHANGES = { beforeDays: 30 };
const undo = async (undoes: number) =>
  importRecords(imports.db, {}, { source: 'undo', startedBy: 'tester', undoes, ...KEEP_CHANGES });

test('undoing any import, and undoing the undo, restores the database row by row', async () => {
  await imports.load(FIRST, { allowOperators: true });
  await imports.rows(
    'update reporting.member set keeps_records = true where id in (select min(id) from reporting.member)',
  );
  let before = await stateOf();
  const headers = Object.fromEntries(
    FILE_NAMES.map(name => [
      name,
      Object.keys(before.records[name][0] ?? parse(FIRST[name]!)[0] ?? {}),
    ]),
  );
  const seen = { undone: 0, inserted: 0, updated: 0, deleted: 0 };
  const generated = fc.record({
    steps: fc.array(step, { minLength: 1, maxLength: 8 }),
    replace: fc.boolean(),
    updateAccounts: fc.boolean(),
    overwriteHand: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(generated, async ({ steps, ...options }) => {
      const next = structuredClone(before.records);
      for (const each of steps) applyStep(next, each);
      const folder = Object.fromEntries(
        FILE_NAMES.map(name => [name, write(next[name], headers[name]!)]),
      );
      const every = {
        ...options,
        ...KEEP_CHANGES,
        allowRemovals: true,
        updateHistory: true,
        allowOperators: true,
      };
      const result = await imports.load(folder, every).catch((error: unknown) => {
        if (error instanceof ImportRefused) return null;
        throw error;
      });
      if (result === null) return;
      const { id, kept_changes: kept } = await lastRun();
      if (kept === null) return;
      const after = await stateOf();
      await undo(id);
      const undone = await stateOf();
      expect(sorted(undone.records)).toEqual(sorted(before.records));
      expect(undone.others).toEqual(before.others);
      await undo((await lastRun()).id);
      const redone = await stateOf();
      expect(sorted(redone.records)).toEqual(sorted(after.records));
      expect(redone.others).toEqual(after.others);
      before = redone;
      seen.undone += 1;
      for (const count of ['inserted', 'updated', 'deleted'] as const) seen[count] += result[count];
    }),
    { numRuns: runs(70) },
  );
  expect(Math.min(...Object.values(seen))).toBeGreaterThan(10);
}, 600_000);
