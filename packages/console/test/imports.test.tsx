import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { Schemas } from '../src/api/client';
import { changesInWords, inPageWords } from '../src/features/imports/words';
import { ADA, never, OLGA, openConsole, refusal } from './console';
import { page } from './records';

type Run = Schemas['ImportRunDetails'];

const CHECK = '00000000-0000-4000-8000-0000000000c1';
const IMPORT = '00000000-0000-4000-8000-0000000000c2';
const COMPANY = '00000000-0000-4000-8000-0000000000c3';
const OPTIONS: Run['options'] = {
  dryRun: true,
  replace: false,
  updateAccounts: false,
  textIds: false,
  allowRemovals: false,
  allowOperators: false,
  allowErased: false,
  overwriteHand: false,
  updateHistory: false,
  timeZone: null,
  dateFormat: null,
  encoding: null,
  listSource: null,
  companyId: null,
  companies: [],
};
const counts = (file: string, inserted: number, updated: number, deleted = 0) => ({
  ...{ file, inserted, updated, deleted },
  read: inserted + updated + 5,
  unchanged: 5,
});
const RUN: Run = {
  id: CHECK,
  name: 'records.xlsx',
  source: 'http',
  status: 'succeeded',
  progress: 1,
  createdAt: '2026-11-22T10:00:00.000+00:00',
  startedAt: '2026-11-22T10:00:00.000+00:00',
  finishedAt: '2026-11-22T10:00:09.000+00:00',
  startedBy: 'olga@acme.test',
  options: OPTIONS,
  files: [counts('departments.csv', 0, 0), counts('tickets.csv', 1204, 30)],
  faultCount: 0,
  reason: null,
  hasBefore: false,
  hasChanges: false,
  undoes: null,
  ignored: [],
  faults: [],
};
const DONE: Run = {
  ...RUN,
  id: IMPORT,
  hasBefore: true,
  hasChanges: true,
  options: { ...OPTIONS, dryRun: false },
};
const ACME = { id: COMPANY, handle: 'acme', name: 'Acme', members: 3 };
const GLOBEX = { id: IMPORT, handle: 'globex', name: 'Globex', members: 1 };
const FAULT: Run['faults'][number] = {
  file: 'tickets.csv',
  line: 4,
  column: 'issuedAt',
  value: '15/01/2026',
  expected: 'a date, YYYY-MM-DD',
  remedy: 'name it with --date-format DD/MM/YYYY or MM/DD/YYYY',
};

function openImports(answers: Record<string, unknown> = {}, address = '/imports') {
  return openConsole(address, {
    'GET /auth/session': OLGA,
    'GET /security/companies': page([ACME]),
    'GET /records/imports': page([]),
    [`GET /records/imports/${CHECK}`]: RUN,
    'POST /records/imports': { ...RUN, status: 'waiting', files: [] },
    ...answers,
  });
}

async function drop(name = 'records.xlsx') {
  const area = await screen.findByRole('group', { name: 'File to import' });
  fireEvent.drop(area, { dataTransfer: { files: [new File(['x'], name)] } });
}

describe('Options', () => {
  it('default to those of the organization’s last import', async () => {
    const options = { ...OPTIONS, companies: ['acme'], dateFormat: 'DD.MM.YYYY' };
    const { callsOf } = openImports(
      { 'GET /records/imports': page([{ ...DONE, options }]) },
      '/imports?organization=acme',
    );
    await screen.findByRole('table', { name: 'Imports' });
    await drop('tickets.csv');
    await waitFor(() => expect(callsOf('POST /records/imports')).toHaveLength(1));
    expect(callsOf('POST /records/imports')[0]?.query.get('dateFormat')).toBe('DD.MM.YYYY');
  });
});

describe("A list of one's own", () => {
  const preview = {
    sheets: [
      {
        name: 'Kurse',
        isHidden: false,
        rows: 3,
        headerRow: 1,
        kind: 'achievements',
        columns: { Nr: 'personCode', Kurs: 'achievement', Ergebnis: 'status' },
        reasons: { Nr: 'The header names personnel numbers.' },
        words: { Ergebnis: { bestanden: 2 } },
        sample: [
          ['Nr', 'Kurs', 'Ergebnis', 'Raum'],
          ['1', 'Erste Hilfe', 'bestanden', '7'],
        ],
        notices: ['1 hidden row, read like the others.'],
      },
    ],
    encoding: null,
    dateFormat: 'DD.MM.YYYY',
  };
  const openList = async () => {
    const opened = openImports(
      {
        'POST /records/previews': preview,
        'GET /records/sources': page([]),
        'PUT /records/sources/Kurse': {},
      },
      '/imports?organization=acme',
    );
    await drop('Kurse.xlsx');
    return opened;
  };

  it('is read with guessed or selected columns, and saved as a source', async () => {
    const { user, callsOf } = await openList();
    const sheet = await screen.findByRole('group', { name: 'Kurse' });
    within(sheet).getByText('1 hidden row, read like the others.');
    within(sheet).getByText('The header names personnel numbers.');
    within(sheet).getByPlaceholderText('Choose what it means');
    await user.click(within(sheet).getByRole('combobox', { name: 'bestanden (2)' }));
    await user.click(await screen.findByRole('option', { name: 'Valid' }));
    await user.click(screen.getByRole('button', { name: 'Check' }));
    await waitFor(() => expect(callsOf('POST /records/imports')).toHaveLength(1));
    const [call] = callsOf('POST /records/imports');
    expect(call?.query.get('source')).toBe('Kurse');
    expect(call?.query.get('file')).toBeNull();
    expect(callsOf('PUT /records/sources/Kurse')[0]?.body).toMatchObject({
      dateFormat: 'DD.MM.YYYY',
      sheets: [
        {
          sheet: 'Kurse',
          columns: { Nr: 'personCode', Kurs: 'achievement', Ergebnis: 'status' },
          ignoredColumns: ['Raum'],
          values: { status: { bestanden: 'Valid' } },
        },
      ],
    });
  });

  it('must be checked again after its form has changed', async () => {
    const { user } = await openList();
    const check = await screen.findByRole('button', { name: 'Check' });
    await user.click(check);
    await screen.findByRole('button', { name: 'Import' });
    await user.click(screen.getByRole('combobox', { name: 'bestanden (2)' }));
    await user.click(await screen.findByRole('option', { name: 'Valid' }));
    await screen.findByText('The options have changed since this check');
    expect(screen.queryByRole('button', { name: 'Import' })).toBeNull();
    await user.click(check);
    await screen.findByRole('button', { name: 'Import' });
  });

  it('with several columns of one header is read without them', async () => {
    const { user, callsOf, answer } = openImports({}, '/imports?organization=acme');
    const [sheet] = preview.sheets;
    const sample = [
      ['Nr', 'Kurs', 'Notiz', 'Notiz'],
      ['1', 'Erste Hilfe', 'a', 'b'],
    ];
    answer('POST /records/previews', { ...preview, sheets: [{ ...sheet, sample }] });
    answer('GET /records/sources', page([]));
    answer('PUT /records/sources/Kurse', {});
    await drop('Kurse.xlsx');
    expect(await screen.findAllByRole('combobox', { name: 'What Notiz holds' })).toHaveLength(1);
    await user.click(screen.getByRole('button', { name: 'Check' }));
    await waitFor(() => expect(callsOf('PUT /records/sources/Kurse')).toHaveLength(1));
    expect(callsOf('PUT /records/sources/Kurse')[0]?.body).toMatchObject({
      sheets: [{ ignoredColumns: ['Notiz'] }],
    });
  });

  it('is not sent any more once the page is left', async () => {
    const answers = { 'POST /records/previews': never };
    const { user, callsOf } = openImports(answers, '/imports?organization=acme');
    await drop('records.xlsx');
    await waitFor(() => expect(callsOf('POST /records/previews')).toHaveLength(1));
    const [call] = callsOf('POST /records/previews');
    expect(call?.signal.aborted).toBe(false);
    await user.click(screen.getByRole('link', { name: 'Glossary' }));
    await waitFor(() => expect(call?.signal.aborted).toBe(true));
  });

  it('has only the columns that its kind of rows can have, with several values in a cell', async () => {
    const { user, callsOf } = await openList();
    await user.click(await screen.findByRole('combobox', { name: 'Its rows are' }));
    await user.click(await screen.findByRole('option', { name: 'People' }));
    await user.type(screen.getByRole('textbox', { name: 'Separator in cells' }), ';');
    await user.click(screen.getByRole('button', { name: 'Check' }));
    await waitFor(() => expect(callsOf('PUT /records/sources/Kurse')).toHaveLength(1));
    expect(callsOf('PUT /records/sources/Kurse')[0]?.body).toMatchObject({
      sheets: [
        {
          kind: 'people',
          columns: { Nr: 'personCode' },
          ignoredColumns: ['Kurs', 'Ergebnis', 'Raum'],
          separator: ';',
        },
      ],
    });
  });

  it('can be cancelled while it is being read', async () => {
    const answers = { 'POST /records/previews': never };
    const { user, callsOf } = openImports(answers, '/imports?organization=acme');
    await drop('Kurse.xlsx');
    await screen.findByText(/^Uploading Kurse\.xlsx/);
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByText(/^Uploading/)).toBeNull());
    expect(callsOf('POST /records/previews')[0]?.signal.aborted).toBe(true);
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('shows why the sources could not be read', async () => {
    openImports(
      {
        'POST /records/previews': preview,
        'GET /records/sources': () => refusal(503, { title: 'Busy', code: 'busy' }),
      },
      '/imports?organization=acme',
    );
    await drop('Kurse.xlsx');
    expect(await screen.findByRole('alert')).toHaveTextContent('Busy');
  });

  it('is hidden when another file cannot be read, which is named', async () => {
    const { answer } = openImports(
      { 'POST /records/previews': preview, 'GET /records/sources': page([]) },
      `/imports?organization=acme&run=${CHECK}`,
    );
    await screen.findByText('What will change');
    await drop('Kurse.xlsx');
    await screen.findByRole('group', { name: 'Kurse' });
    const problem = { code: 'import-unreadable', detail: 'This is an .xls; save it as .xlsx.' };
    answer('POST /records/previews', () => refusal(400, problem));
    await drop('old.xlsx');
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent('old.xlsx cannot be read');
    expect(alert).toHaveTextContent(problem.detail);
    expect(screen.queryByRole('group', { name: 'Kurse' })).toBeNull();
    expect(screen.queryByText('What will change')).toBeNull();
  });

  it('with a matching source is preset with its settings', async () => {
    const source = {
      name: 'Kurse',
      sheets: [
        {
          ...preview.sheets[0],
          sheet: 'Kurse',
          type: null,
          columns: { Nr: 'personCode', Kurs: 'achievement' },
        },
      ],
      dateFormat: 'MM/DD/YYYY',
    };
    openImports(
      { 'POST /records/previews': preview, 'GET /records/sources': page([source]) },
      '/imports?organization=acme',
    );
    await drop('February.xlsx');
    expect(await screen.findByRole('textbox', { name: 'Remember as' })).toHaveValue('Kurse');
  });

  it('with a grid keeps its achievements when it is dropped again, except those not read', async () => {
    const sheet = { ...preview.sheets[0], kind: 'requirements', words: {} };
    const sample = [
      ['Rolle', 'Erste Hilfe', 'Stapler', 'Notiz'],
      ['Fahrer', 'x', '', ''],
    ];
    const source = {
      name: 'Kurse',
      sheets: [
        {
          sheet: 'Kurse',
          kind: 'requirements',
          columns: { Rolle: 'profile' },
          ignoredColumns: ['Notiz'],
        },
      ],
    };
    const { user, callsOf } = openImports(
      {
        'POST /records/previews': { ...preview, sheets: [{ ...sheet, sample }] },
        'GET /records/sources': page([source]),
        'PUT /records/sources/Kurse': {},
      },
      '/imports?organization=acme',
    );
    await drop('February.xlsx');
    const holds = (header: string) =>
      screen.findByRole('combobox', { name: `What ${header} holds` });
    expect(await holds('Notiz')).toHaveValue('');
    expect(await holds('Erste Hilfe')).toHaveValue('Marks: the header is a training');
    await user.click(await holds('Stapler'));
    await user.click(
      await screen.findByRole('option', { name: 'Marks: the header is a training' }),
    );
    await user.click(screen.getByRole('button', { name: 'Check' }));
    await waitFor(() => expect(callsOf('PUT /records/sources/Kurse')).toHaveLength(1));
    expect(callsOf('PUT /records/sources/Kurse')[0]?.body).toMatchObject({
      sheets: [{ columns: { Rolle: 'profile' }, ignoredColumns: ['Stapler', 'Notiz'] }],
    });
  });
});

describe('The list of imports', () => {
  it('stays on its page when one of them is opened', async () => {
    const { user, router } = openImports(
      {
        'GET /records/imports': page([DONE], { total: 60, page: 2, pageSize: 25 }),
        [`GET /records/imports/${IMPORT}`]: DONE,
      },
      '/imports?page=2',
    );
    await user.click(await screen.findByRole('link', { name: DONE.name }));
    await screen.findByRole('region', { name: `Import of ${DONE.name}` });
    expect(router.state.location.search).toMatchObject({ page: '2', run: IMPORT });
  });

  it('is refetched when the status of a running import changes', async () => {
    const going: Run = { ...DONE, status: 'importing', finishedAt: null };
    const { answer, callsOf } = openImports({
      'GET /records/imports': page([going]),
      [`GET /records/imports/${IMPORT}`]: going,
    });
    await screen.findByText('Importing');
    const lists = callsOf('GET /records/imports').length;
    const looks = () => callsOf(`GET /records/imports/${IMPORT}`);
    await waitFor(() => expect(looks().length).toBeGreaterThan(2), { timeout: 5_000 });
    expect(callsOf('GET /records/imports')).toHaveLength(lists);
    answer('GET /records/imports', page([DONE]));
    answer(`GET /records/imports/${IMPORT}`, DONE);
    await screen.findByText('Succeeded', {}, { timeout: 5_000 });
    expect(callsOf('GET /records/imports')).toHaveLength(lists + 1);
  });
});

describe('An import', () => {
  it('that ends while another page is shown refetches its report', async () => {
    const going: Run = { ...DONE, status: 'importing', finishedAt: null };
    const { answer, callsOf, router } = openImports(
      { [`GET /records/imports/${IMPORT}`]: going },
      `/imports?run=${IMPORT}`,
    );
    const looks = () => callsOf(`GET /records/imports/${IMPORT}`).length;
    await waitFor(() => expect(looks()).toBeGreaterThan(0));
    await act(() => router.navigate({ to: '/directory', search: { organization: 'acme' } }));
    const reads = () => callsOf('GET /reporting/directory-contacts').length;
    await waitFor(() => expect(reads()).toBeGreaterThan(0));
    const before = reads();
    answer(`GET /records/imports/${IMPORT}`, DONE);
    await waitFor(() => expect(reads()).toBeGreaterThan(before), { timeout: 5_000 });
  });
});

describe('A file that is dropped', () => {
  it('is checked immediately, and shows what will change', async () => {
    const { callsOf } = openImports();
    await drop();
    await screen.findByText('1,204 tickets new, 30 changed, none deleted');
    screen.getByText('What will change');
    const table = screen.getByRole('table', { name: 'Rows by table' });
    within(table).getByText('departments');
    const [call] = callsOf('POST /records/imports');
    expect(call?.query.get('dryRun')).toBe('true');
    expect(call?.query.get('name')).toBe('records.xlsx');
    expect(call?.headers.get('Content-Type')).toContain('spreadsheetml');
  });

  it('shows the changes before and after, in pages', async () => {
    const change = (id: string, before: string | null, after: string | null) => ({
      ...{ table: 'tickets', id, person: 'Ada Lovelace', column: 'status', before, after },
    });
    const changes = (items: object[], at: number) => ({
      ...page(items),
      total: 26,
      page: at,
      pageSize: 25,
    });
    const { user, answer, callsOf } = openImports({
      [`GET /records/imports/${CHECK}`]: { ...RUN, hasChanges: true },
      [`GET /records/imports/${CHECK}/changes`]: changes([change('t1', 'Valid', 'Expired')], 1),
    });
    await drop();
    const table = await screen.findByRole('table', { name: 'Changes, before and after' });
    within(table).getByRole('row', { name: /tickets Ada Lovelace status Valid Expired t1/ });
    expect(screen.queryByRole('button', { name: 'Undo…' })).toBeNull();
    answer(`GET /records/imports/${CHECK}/changes`, changes([change('t2', null, 'Valid')], 2));
    await user.click(
      within(screen.getByRole('navigation', { name: 'Pages of the table' })).getByRole('button', {
        name: 'next page',
      }),
    );
    await screen.findByRole('row', { name: /status – Valid t2/ });
    expect(callsOf(`GET /records/imports/${CHECK}/changes`).at(-1)?.query.get('page')).toBe('2');
  });

  it('shows notices before it is imported', async () => {
    const notice = '1 member with access to reports loses it: petra@acme.test.';
    const kept = '1 account keeps its e-mail and rights; updateAccounts applies those of the file.';
    const members = { ...counts('members.csv', 0, 0, 1), notices: [notice, kept] };
    openImports({ [`GET /records/imports/${CHECK}`]: { ...RUN, files: [members] } });
    await drop();
    await screen.findByText(notice);
    screen.getByText(/^1 account keeps .*; “Change existing accounts” applies/);
    screen.getByRole('button', { name: 'Import' });
  });

  it('is imported after confirmation, and can be undone', async () => {
    const { user, answer, callsOf, router } = openImports();
    await drop();
    const button = await screen.findByRole('button', { name: 'Import' });
    expect(callsOf('POST /records/imports')).toHaveLength(1);
    answer('POST /records/imports', { ...DONE, status: 'waiting' });
    answer(`GET /records/imports/${IMPORT}`, DONE);
    await user.click(button);
    await screen.findByText('Imported');
    await user.click(await screen.findByRole('button', { name: 'Undo…' }));
    answer(`POST /records/imports/${IMPORT}/undo`, { ...DONE, id: CHECK, status: 'waiting' });
    const dialog = await screen.findByRole('dialog', { name: 'Undo this import?' });
    await user.click(within(dialog).getByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(router.state.location.search).toMatchObject({ run: CHECK }));
    expect(callsOf('POST /records/imports')[1]?.query.get('dryRun')).toBe('false');
    expect(screen.queryByRole('button', { name: 'Import' })).toBeNull();
  });

  it('links to the imported organization, which is in the lists immediately', async () => {
    const { user, answer, router } = openImports();
    await user.click(await screen.findByRole('button', { name: 'Options' }));
    await user.click(await screen.findByRole('combobox', { name: 'Organization' }));
    await screen.findByRole('option', { name: /Acme/ });
    await drop();
    answer(`GET /records/imports/${IMPORT}`, DONE);
    const button = await screen.findByRole('button', { name: 'Import' });
    answer('POST /records/imports', () => {
      answer('GET /security/companies', page([ACME, GLOBEX]));
      return { ...DONE, status: 'waiting' };
    });
    await user.click(button);
    const link = await screen.findByRole('link', { name: 'Open Globex' });
    expect(screen.queryByRole('link', { name: 'Open Acme' })).toBeNull();
    await act(() => router.navigate({ to: '/choose-organization' }));
    await screen.findByRole('button', { name: /^Globex/ });
    expect(link).toHaveAttribute('href', expect.stringMatching(/overview\?organization=globex$/));
  });

  it('of an existing organization links to the list of organizations', async () => {
    openImports({ [`GET /records/imports/${IMPORT}`]: DONE }, `/imports?run=${IMPORT}`);
    const box = (await screen.findByText('Imported')).closest<HTMLElement>('[role=status]')!;
    const link = await within(box).findByRole('link', { name: 'Choose an organization' });
    expect(link).toHaveAttribute('href', expect.stringMatching(/choose-organization/));
  });

  it('names ignored files', async () => {
    openImports({ [`GET /records/imports/${CHECK}`]: { ...RUN, ignored: ['Tickets 2026.csv'] } });
    await drop();
    await screen.findByText('No table is named Tickets 2026.csv.');
  });

  it('names the sheets of a list that are not read, which no table has to be named after', async () => {
    const options = { ...OPTIONS, listSource: 'Kurse' };
    openImports({
      [`GET /records/imports/${CHECK}`]: { ...RUN, options, ignored: ['Raum', 'Notiz'] },
    });
    await drop();
    await screen.findByText('Raum, Notiz');
  });

  it('with one table is sent with the name of the table', async () => {
    const { callsOf } = openImports();
    await drop('Tickets (1).csv');
    await waitFor(() => expect(callsOf('POST /records/imports')).toHaveLength(1));
    const [call] = callsOf('POST /records/imports');
    expect(call?.query.get('file')).toBe('tickets');
    expect(call?.headers.get('Content-Type')).toBe('text/csv');
  });

  it('with the same name can be selected again', async () => {
    const { user, callsOf } = openImports();
    for (const times of [1, 2]) {
      await user.click(await screen.findByRole('button', { name: 'Choose a file' }));
      // Browsers only report a selection that differs from the current one.
      const input = document.querySelector<HTMLInputElement>('input[type=file]')!;
      expect(input.files).toHaveLength(0);
      await user.upload(input, new File(['x'], 'tickets.csv'));
      await waitFor(() => expect(callsOf('POST /records/imports')).toHaveLength(times));
    }
  });

  it('of an unknown type is not sent, and has an explanation', async () => {
    const { callsOf } = openImports();
    await drop('records.xls');
    expect(await screen.findByRole('alert')).toHaveTextContent('Save it as .xlsx');
    expect(callsOf('POST /records/imports')).toHaveLength(0);
  });

  it('that is not named after a table has an explanation', async () => {
    openImports({
      'POST /records/imports': () =>
        refusal(400, { errors: [{ field: 'file', message: 'must be one of companies, tickets' }] }),
    });
    await drop('People.csv');
    await screen.findByText('People.csv is not named after a table');
    screen.getByText(/It must be one of companies, tickets\.$/);
  });

  it('is sent with the options of the page', async () => {
    const { user, callsOf } = openImports();
    await user.click(await screen.findByRole('button', { name: 'Options' }));
    await user.click(
      await screen.findByRole('switch', { name: /^Delete what is not in the file/ }),
    );
    await user.click(screen.getByRole('switch', { name: /^Allow erased people/ }));
    await user.type(screen.getByRole('combobox', { name: 'Time zone' }), 'berlin');
    await user.click(await screen.findByRole('option', { name: 'Europe/Berlin' }));
    await drop();
    await waitFor(() => expect(callsOf('POST /records/imports')).toHaveLength(1));
    const { query } = callsOf('POST /records/imports')[0]!;
    expect(Object.fromEntries(query)).toEqual({
      dryRun: 'true',
      name: 'records.xlsx',
      replace: 'true',
      allowErased: 'true',
      timeZone: 'Europe/Berlin',
    });
  });

  it('must be checked again after options have changed', async () => {
    const { user, callsOf } = openImports();
    await drop();
    await screen.findByRole('button', { name: 'Import' });
    await user.click(screen.getByRole('button', { name: 'Options' }));
    const replace = await screen.findByRole('switch', { name: /^Delete what is not in the file/ });
    await user.click(replace);
    await screen.findByText('The options have changed since this check');
    expect(screen.queryByRole('button', { name: 'Import' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Check again' }));
    await screen.findByRole('button', { name: 'Import' });
    const [, again] = callsOf('POST /records/imports').map(({ query }) => query);
    expect([again?.get('dryRun'), again?.get('replace')]).toEqual(['true', 'true']);
  });

  it('with faults can be checked again with other options', async () => {
    const { user } = openImports({
      [`GET /records/imports/${CHECK}`]: {
        ...RUN,
        status: 'refused',
        faultCount: 1,
        faults: [FAULT],
      },
    });
    await drop();
    await screen.findByRole('table', { name: 'Faults' });
    expect(screen.queryByRole('button', { name: 'Check again' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Options' }));
    await user.click(await screen.findByRole('switch', { name: /^Ids are any text/ }));
    await screen.findByRole('button', { name: 'Check again' });
  });

  it('that is rejected shows the reason', async () => {
    openImports({
      'POST /records/imports': () =>
        refusal(400, {
          code: 'import-unreadable',
          title: 'Unreadable',
          detail: 'It is encrypted.',
        }),
    });
    await drop();
    await screen.findByText('It is encrypted.');
  });
});

describe('An import', () => {
  const open = (run: Partial<Run>, answers = {}) =>
    openImports(
      { [`GET /records/imports/${CHECK}`]: { ...RUN, ...run }, ...answers },
      `/imports?run=${CHECK}`,
    );

  it('that is running shows its progress, and can be cancelled', async () => {
    const { user, answer, callsOf } = open({ status: 'checking', progress: 0.456 });
    await screen.findByText('Checking, 45%');
    expect(screen.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '45');
    answer(`DELETE /records/imports/${CHECK}`, () => {
      answer(`GET /records/imports/${CHECK}`, { ...RUN, status: 'cancelled', reason: null });
      return null;
    });
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    await screen.findByText('Cancelled');
    expect(callsOf(`DELETE /records/imports/${CHECK}`)).toHaveLength(1);
  });

  it('that is waiting is shown as such, and continues by itself', async () => {
    const { answer } = open({ status: 'waiting', progress: 0 });
    await screen.findByText('Waiting for other imports');
    answer(`GET /records/imports/${CHECK}`, RUN);
    await screen.findByText('What will change');
  });

  it('with faults lists them, with options as named on the page', async () => {
    const { user } = open({
      status: 'refused',
      files: [],
      faultCount: 2431,
      faults: [FAULT, { ...FAULT, line: 2, column: 'expiresAt' }],
    });
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent('2,431 faults');
    const table = screen.getByRole('table', { name: 'Faults' });
    within(table).getAllByText('Name it with “Dates” DD/MM/YYYY or MM/DD/YYYY');
    await user.click(within(table).getByRole('button', { name: /^Line/ }));
    const [, first] = within(table).getAllByRole('row');
    expect(first).toHaveTextContent('expiresAt');
    screen.getByText(/^The first 2 of 2,431/);
    screen.getByRole('button', { name: 'Download CSV' });
    screen.getByRole('button', { name: 'Download Excel' });
  });

  it('shows the option that fixes a fault', async () => {
    const remedy = 'with textIds, other ids are accepted, too; 2 more cells are like it';
    const faults = [{ ...FAULT, column: 'id', expected: 'a UUID', remedy }];
    open({ status: 'refused', faultCount: 1, faults });
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent(
      '1 fault. Correct it in the file and drop the file again, or choose “Ids are any text” under “Options” and check again.',
    );
    const [, row] = within(screen.getByRole('table', { name: 'Faults' })).getAllByRole('row');
    const [advised, expectation] = within(row!).getAllByRole('cell').reverse();
    expect(expectation).toHaveTextContent(/^A UUID$/);
    expect(advised).toHaveTextContent(
      /^With “Ids are any text”, other ids are accepted, too; 2 more cells are like it$/,
    );
  });

  it('shows that faults must be corrected in the file', async () => {
    const ofFile = { ...FAULT, expected: 'a number', remedy: null };
    open({ status: 'refused', faultCount: 2, faults: [ofFile, { ...ofFile, line: 9 }] });
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent(
      /2 faults. Correct them in the file and drop the file again\.$/,
    );
    screen.getByText('Correct it in the file');
    screen.getByText(/and 1 more$/);
  });

  it('shows that words of a list need a meaning', async () => {
    const expected = 'a status, or a word that the source gives a meaning';
    const faults = [{ ...FAULT, column: 'Ergebnis', value: 'bestanden', expected, remedy: null }];
    open({ status: 'refused', faultCount: 1, faults });
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent('1 fault. Choose what the word means above, and check again.');
    screen.getByText('Choose its meaning above, and check again');
  });

  it('that changes nothing cannot be imported', async () => {
    open({ files: [counts('tickets.csv', 0, 0)] });
    await screen.findByText('Nothing will change');
    expect(screen.queryByRole('button', { name: 'Import' })).toBeNull();
  });

  it('asks for the file if the page does not have it', async () => {
    open({});
    await screen.findByText('To import it, drop the file again.');
  });

  it.each(['failed', 'interrupted'] as const)('that %s shows the reason', async status => {
    open({ status, reason: 'The database was away.' });
    await screen.findByText('The database was away.');
  });
});

describe('The page', () => {
  it('lists imports with user and time, and opens one', async () => {
    const { user, router } = openImports({
      'GET /records/imports': page([RUN, { ...RUN, id: IMPORT, name: 'demo', startedBy: 'root' }]),
    });
    const table = await screen.findByRole('table', { name: 'Imports' });
    within(table).getByText('olga@acme.test');
    within(table).getByText('root');
    await user.click(within(table).getByRole('link', { name: 'records.xlsx' }));
    await screen.findByText('What will change');
    expect(router.state.location.search).toMatchObject({ run: CHECK });
  });

  it('offers the template, and the export of the selected organization', async () => {
    const { user, callsOf } = openImports(
      { 'GET /records/export': () => refusal(503, { code: 'busy', title: 'Busy' }) },
      '/imports?organization=acme',
    );
    await screen.findByRole('button', { name: 'Template Excel' });
    await user.click(screen.getByRole('button', { name: 'Export CSV' }));
    await screen.findByText('Busy');
    const [call] = callsOf('GET /records/export');
    expect([call?.query.get('format'), call?.headers.get('X-Company')]).toEqual(['zip', 'acme']);
  });

  it('explains that an export requires an organization', async () => {
    openImports();
    await screen.findByText(/choose an organization at the top/);
  });
});

describe('Words', () => {
  it.each([
    [counts('tickets.csv', 1, 0), '1 ticket new, none changed, none deleted'],
    [counts('companies.csv', 1, 0), '1 company new, none changed, none deleted'],
    [
      counts('competency-standings.csv', 0, 2, 1500),
      '2 competency standings changed, 1,500 deleted',
    ],
    [counts('departments.csv', 0, 0, 1), '1 department deleted'],
  ])('of %j', (file, words) => {
    expect(changesInWords([file])).toEqual([words]);
  });

  it.each([
    [
      'UTF-8; name its encoding: --encoding windows-1252',
      'UTF-8; name its encoding: “Encoding” windows-1252',
    ],
    [
      'UTF-8; name its encoding: encoding=windows-1252',
      'UTF-8; name its encoding: “Encoding” windows-1252',
    ],
    [
      'name it with dateFormat=DD/MM/YYYY or MM/DD/YYYY',
      'Name it with “Dates” DD/MM/YYYY or MM/DD/YYYY',
    ],
    ['with --text-ids, or textIds', 'With “Ids are any text”, or “Ids are any text”'],
    [
      'since --replace replaces the rows',
      'Since “Delete what is not in the file” replaces the rows',
    ],
    ['since replace replaces the rows', 'Since “Delete what is not in the file” replaces the rows'],
    ['unless allowErased is given', 'Unless “Allow erased people” is given'],
  ])('replace the options in "%s" with the names on the page', (recorded, words) => {
    expect(inPageWords(recorded)).toBe(words);
  });
});

it('record keepers import records of their organization, without the options of operators', async () => {
  const [acme] = ADA.organizations;
  const rights = { ...acme!.rights, keepsRecords: true };
  const { user, callsOf } = openConsole(`/imports?run=${IMPORT}`, {
    'GET /auth/session': { ...ADA, organizations: [{ ...acme!, rights }] },
    'GET /records/imports': page([]),
    [`GET /records/imports/${IMPORT}`]: DONE,
  });
  const link = await screen.findByRole('link', { name: 'Open the overview' });
  expect(link).toHaveAttribute('href', expect.stringMatching(/overview\?organization=acme$/));
  expect(callsOf('GET /security/companies')).toEqual([]);
  await screen.findByText('No import yet');
  expect(callsOf('GET /records/imports')[0]!.headers.get('X-Company')).toBe('acme');
  await user.click(screen.getByRole('button', { name: 'Options' }));
  expect(await screen.findByRole('switch', { name: /^Ids are any text/ })).toBeTruthy();
  expect(screen.queryByRole('switch', { name: /^Change existing accounts/ })).toBeNull();
});
