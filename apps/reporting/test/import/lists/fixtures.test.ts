import { sendRequest } from '@platform/http/testing';
import { type SheetCell, workbookOf } from '@platform/spreadsheet/testing';
import { apiKey } from '../../cast';
import { SERVICE_KEY, startTestApp, type TestApp } from '../../start-test-app';
import { importListHere } from '../import-here';
import { CSV, upload, XLSX } from '../uploads/upload-to';

let service: TestApp;
beforeAll(async () => {
  service = await startTestApp({ SERVICE_KEY, RATE_LIMIT_REPORTS: 'off' });
});
afterAll(() => service.close());

type Rows = readonly (readonly SheetCell[])[];
const day = (text: string) => ({ day: text });

/** A typical list of an organization, its version of the next month, and statuses that a preview cannot guess. */
interface Fixture {
  readonly list: string | Buffer | Readonly<Record<string, Rows>>;
  readonly next: string | Buffer | Readonly<Record<string, Rows>>;
  readonly status?: Readonly<Record<string, string>>;
  /** The rows that the list adds, as `file inserted`. */
  readonly added: readonly string[];
  /** The rows that the next list changes, as `file inserted updated deleted`. */
  readonly changed: readonly string[];
}

const FIXTURES: Readonly<Record<string, Fixture>> = {
  'German people below a title': {
    list: {
      Mitarbeiter: [
        ['Mitarbeiterliste Werk', '', ''],
        [],
        ['Personalnr.', 'Nachname', 'Vorname', 'Abteilung', 'Stelle', 'Rolle'],
        [101, 'Weiß', 'Anna', 'Fertigung', 'Schweißerin', 'Schweißer'],
        [102, 'Öztürk', 'Can', 'Lager', 'Lagerist', 'Staplerfahrer'],
      ],
      Hinweise: [['Bitte monatlich pflegen']],
    },
    next: {
      Mitarbeiter: [
        ['Mitarbeiterliste Werk', '', ''],
        [],
        ['Personalnr.', 'Nachname', 'Vorname', 'Abteilung', 'Stelle', 'Rolle'],
        [101, 'Weiß', 'Anna', 'Lager', 'Schweißerin', 'Schweißer'],
        [102, 'Öztürk', 'Can', 'Lager', 'Lagerist', 'Staplerfahrer'],
      ],
    },
    added: [
      'accounts 2',
      'members 2',
      'departments 2',
      'affiliations 2',
      'profiles 2',
      'profile-assignments 2',
    ],
    changed: ['affiliations 1 0 1', 'profile-assignments 1 0 1'],
  },
  'German people in Windows-1252, separated by semicolons': {
    list: Buffer.from(
      'sep=;\r\nPers.-Nr;Name;E-Mail;Abt.\r\n7;"M\xfcller, J\xf6rg";j@a.example;K\xfcche\r\n',
      'latin1',
    ),
    next: Buffer.from(
      'sep=;\r\nPers.-Nr;Name;E-Mail;Abt.\r\n7;"M\xfcller, J\xf6rg";j@a.example;K\xfcche\r\n8;"Gr\xfcn, Eva";;K\xfcche\r\n',
      'latin1',
    ),
    added: ['accounts 1', 'members 1', 'departments 1', 'affiliations 1'],
    changed: ['accounts 1 0 0', 'members 1 0 0', 'affiliations 1 0 0'],
  },
  'German trainings with day cells': {
    list: {
      Nachweise: [
        ['MA-Nr', 'Unterweisung', 'Datum', 'Gültig bis', 'Ergebnis'],
        ['A1', 'Erste Hilfe', day('2026-01-15'), day('2028-01-14'), 'bestanden'],
        ['A1', 'Brandschutz', day('2026-02-01'), day('9999-12-31'), 'bestanden'],
        ['A2', 'Erste Hilfe', day('2026-01-15'), '', 'offen'],
        ['A2', 'Brandschutz', day('2026-01-15'), '', 'abgesagt'],
      ],
    },
    next: {
      Nachweise: [
        ['MA-Nr', 'Unterweisung', 'Datum', 'Gültig bis', 'Ergebnis'],
        ['A1', 'Erste Hilfe', day('2026-01-15'), day('2028-01-14'), 'bestanden'],
        ['A1', 'Brandschutz', day('2026-02-01'), day('9999-12-31'), 'bestanden'],
        ['A2', 'Erste Hilfe', day('2026-03-15'), day('2028-03-14'), 'bestanden'],
      ],
    },
    status: { bestanden: 'Valid', offen: 'Pending', abgesagt: 'ignore' },
    added: ['achievements 2', 'tickets 3'],
    changed: ['tickets 0 1 0'],
  },
  'German trainings with a validity period': {
    list: 'Name;Schulung;Absolviert am;Gültigkeitsdauer\nAda Eins;Kran;31.08.2026;6 Monate\nBob Zwei;Kran;01.09.2026;2 Jahre\n',
    next: 'Name;Schulung;Absolviert am;Gültigkeitsdauer\nAda Eins;Kran;28.02.2027;6 Monate\nBob Zwei;Kran;01.09.2026;2 Jahre\n',
    added: ['achievements 1', 'tickets 2'],
    changed: ['tickets 0 1 0'],
  },
  'a German grid of requirements': {
    list: 'Rolle;Erste Hilfe;Staplerschein\nFahrer;x;x\nBüro;x;\n',
    next: 'Rolle;Erste Hilfe;Staplerschein;Kran\nFahrer;x;x;x\nBüro;x;;\n',
    added: ['profiles 2', 'achievements 2', 'profile-achievements 3'],
    changed: ['achievements 1 0 0', 'profile-achievements 1 0 0'],
  },
  'French people': {
    list: 'Matricule\tNom\tPrénom\tCourriel\tService\n0012\tDupré\tÉlise\te@fr.example\tAtelier\n',
    next: 'Matricule\tNom\tPrénom\tCourriel\tService\n0012\tDupré\tÉlise\te@fr.example\tBureau\n',
    added: ['accounts 1', 'members 1', 'departments 1', 'affiliations 1'],
    changed: ['departments 1 0 0', 'affiliations 1 0 1'],
  },
  'French trainings': {
    list: 'Matricule;Formation;Obtenu le;Valable jusqu’au\nA1;Secourisme;15/01/2026;14/01/2028\n',
    next: 'Matricule;Formation;Obtenu le;Valable jusqu’au\nA1;Secourisme;15/01/2026;14/01/2028\nA2;Secourisme;16/01/2026;15/01/2028\n',
    added: ['achievements 1', 'tickets 1'],
    changed: ['tickets 1 0 0'],
  },
  'English people in two departments': {
    list: {
      Staff: [
        ['Employee ID', 'Full name', 'Work email', 'Department', 'Job title'],
        [{ xml: '<c s="2"><v>12</v></c>' }, 'Ada Byron', 'ada@en.example', 'Plant', 'Operator'],
        [{ xml: '<c s="2"><v>12</v></c>' }, 'Ada Byron', 'ada@en.example', 'Office', 'Operator'],
      ],
    },
    next: {
      Staff: [
        ['Employee ID', 'Full name', 'Work email', 'Department', 'Job title'],
        [
          { xml: '<c s="2"><v>12</v></c>' },
          'Ada Byron',
          'ada@en.example',
          'Office',
          'Lead operator',
        ],
      ],
    },
    added: ['accounts 1', 'members 1', 'departments 2', 'affiliations 2'],
    changed: ['members 0 1 0', 'affiliations 0 0 1'],
  },
  'English trainings with month names': {
    list: 'Employee,Course,Completed on,Expiry date,Mandatory\nAda Eins,"Fire, basic",31-Jan-2026,"January 31, 2028",yes\n',
    next: 'Employee,Course,Completed on,Expiry date,Mandatory\nAda Eins,"Fire, basic",31-Jan-2026,"January 31, 2028",no\n',
    added: ['achievements 1', 'tickets 1'],
    changed: ['tickets 0 1 0'],
  },
  'an English workbook of people and trainings': {
    list: {
      People: [
        ['Staff no', 'Name', 'Department'],
        ['S1', 'Zoe New', 'Yard'],
      ],
      Training: [
        ['Staff no', 'Training', 'Date', 'Valid until'],
        ['S1', 'Forklift', '20260115', '20280115'],
      ],
    },
    next: {
      People: [
        ['Staff no', 'Name', 'Department'],
        ['S1', 'Zoe New', 'Yard'],
        ['S2', 'Yan New', 'Yard'],
      ],
      Training: [
        ['Staff no', 'Training', 'Date', 'Valid until'],
        ['S2', 'Forklift', '20260115', '20280115'],
      ],
    },
    added: [
      'accounts 1',
      'members 1',
      'departments 1',
      'affiliations 1',
      'achievements 1',
      'tickets 1',
    ],
    changed: ['accounts 1 0 0', 'members 1 0 0', 'affiliations 1 0 0', 'tickets 1 0 0'],
  },
};

const key = apiKey(SERVICE_KEY);
const bodyOf = (list: Fixture['list']) =>
  typeof list === 'string' || Buffer.isBuffer(list) ? list : workbookOf(list);
const typeOf = (list: Fixture['list']) =>
  typeof list === 'string' || Buffer.isBuffer(list) ? CSV : XLSX;

/** Returns a source with what the preview guessed, and the statuses. */
function sourceOf(preview: any, status: Fixture['status']) {
  const sheets = preview.sheets.filter(({ kind }: any) => kind !== null);
  return {
    dateFormat: preview.dateFormat,
    encoding: preview.encoding,
    expiry: 'last-valid-day',
    sheets: sheets.map(({ name, kind, headerRow, columns }: any) => ({
      sheet: name,
      kind,
      headerRow,
      type: kind === 'people' ? null : 'Time-Sensitive Safety Certificates',
      columns: Object.fromEntries(Object.entries(columns).filter(([, role]) => role !== 'mark')),
      ...(status && { values: { status } }),
    })),
  };
}

const table = (file: string) => file.replace('.csv', '');

test.each(Object.entries(FIXTURES))('%s', async (name, { list, next, status, added, changed }) => {
  const company = await service.seed.company(`f${Object.keys(FIXTURES).indexOf(name)}`);
  await company.member('Ada Eins', { code: 'A1' });
  await company.member('Bob Zwei', { code: 'A2' });
  const { body: preview } = await upload(service, bodyOf(list), {
    type: typeOf(list),
    path: '/records/previews',
  });
  const source = sourceOf(preview, status);
  const put = await sendRequest(`${service.url}/records/sources/list?companyId=${company.uuid}`, {
    method: 'PUT',
    headers: [...key, ['Content-Type', 'application/json']],
    body: JSON.stringify(source),
  });
  expect(put.body).toMatchObject({ name: 'list' });
  const load = async (body: Fixture['list']) => {
    const sent = { source: 'list', name: 'upload', body: bodyOf(body) };
    const { status, faults, files } = await importListHere(service, company, sent);
    expect([status, faults]).toEqual(['succeeded', []]);
    return files;
  };
  const first = await load(list);
  expect(
    first.flatMap(({ file, inserted }) => (inserted > 0 ? [`${table(file)} ${inserted}`] : [])),
  ).toEqual(added);
  for (const counts of await load(list))
    expect(counts).toMatchObject({ inserted: 0, updated: 0, deleted: 0 });
  const then = (await load(next)).flatMap(({ file, inserted, updated, deleted }) =>
    inserted + updated + deleted > 0 ? [`${table(file)} ${inserted} ${updated} ${deleted}`] : [],
  );
  expect(then).toEqual(changed);
});
