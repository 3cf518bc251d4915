import {
  exampleFolder,
  importExampleOnce,
  startTestImports,
  type TestImports,
  withCell,
} from './test-folder';

const importsWithExample = importExampleOnce();
let imports: TestImports;
afterEach(() => imports.close());

const example = exampleFolder();
const without = (content: string, line: number) =>
  content
    .split('\r\n')
    .filter((_, index) => index !== line - 1)
    .join('\r\n');

test('the example is imported, and a second import reports no changes', async () => {
  imports = await startTestImports();
  const first = await imports.load(example);
  expect(first).toMatchObject({ read: 58, inserted: 58, updated: 0, unchanged: 0, deleted: 0 });
  const before = await imports.digest();
  expect(await imports.load(example)).toMatchObject({
    inserted: 0,
    updated: 0,
    unchanged: 58,
    deleted: 0,
  });
  expect(await imports.load(example, { replace: true, allowRemovals: true })).toMatchObject({
    updated: 0,
    deleted: 0,
  });
  expect(await imports.digest()).toBe(before);
});

test('how to get an achievement is imported, and does not change if a file lacks the columns', async () => {
  imports = await startTestImports();
  const [header, ...lines] = example['achievements.csv'].trimEnd().split('\r\n');
  const ways = lines.map(line => `${line},Ask Grace,https://training.test/`);
  const achievements = [`${header},howToGet,link`, ...ways].join('\r\n');
  await imports.load({ ...example, 'achievements.csv': achievements });
  expect(await imports.load(example)).toMatchObject({ updated: 0 });
  const rows = await imports.rows(
    'select distinct how_to_get as "howToGet", link from reporting.achievement',
  );
  expect(rows).toEqual([{ howToGet: 'Ask Grace', link: 'https://training.test/' }]);
});

test('unchanged rows are not even locked', async () => {
  imports = await importsWithExample();
  const versions = () =>
    imports.rows("select string_agg(xmin || '/' || xmax, ',' order by uuid) from reporting.ticket");
  const before = await versions();
  await imports.load(example, { replace: true, allowRemovals: true });
  expect(await versions()).toEqual(before);
});

test('a member of one organization joins another with only members.csv', async () => {
  imports = await importsWithExample();
  const [header, , member] = example['members.csv'].split('\r\n');
  const [, , globex] = example['companies.csv'].split('\r\n').map(line => line.split(',')[0]!);
  const added = withCell(`${header}\r\n${member}`, 2, 'companyId', globex!);
  const id = '0b8f2a3c-1111-4222-8333-000000000002';
  expect(await imports.load({ 'members.csv': withCell(added, 2, 'id', id) })).toMatchObject({
    inserted: 1,
  });
});

test('columns may be in any order, lines end in LF, and a byte order mark is allowed', async () => {
  imports = await startTestImports();
  const companies = '\ufeffname,id,handle\nAcme,0B8F2A3C-1111-4222-8333-000000000001,acme\n';
  await imports.load({ 'companies.csv': companies });
  expect(await imports.rows('select uuid, handle, name from reporting.company')).toEqual([
    { uuid: '0b8f2a3c-1111-4222-8333-000000000001', handle: 'acme', name: 'Acme' },
  ]);
});

test('an empty cell is null, text stays as it is, and names are folded', async () => {
  imports = await importsWithExample();
  expect(
    await imports.rows(
      "select code, job_title from reporting.member where job_title like 'Welder%'",
    ),
  ).toEqual([{ code: null, job_title: 'Welder, certified' }]);
  expect(
    await imports.rows(
      "select name_folded from reporting.account where name like 'Ł%' or name like 'Ng%' order by 1",
    ),
  ).toEqual([{ name_folded: 'lukasz zołc'.replace('ł', 'l') }, { name_folded: 'ngo bao chau' }]);
});

test('a changed cell updates only its row', async () => {
  imports = await importsWithExample();
  const departments = withCell(example['departments.csv'], 2, 'name', 'Main Office');
  const result = await imports.load({ 'departments.csv': departments });
  expect(result).toMatchObject({ read: 4, inserted: 0, updated: 1, unchanged: 3 });
});

test('another assignment of a member can become the primary one', async () => {
  imports = await importsWithExample();
  let assignments = withCell(example['profile-assignments.csv'], 2, 'isPrimary', 'false');
  assignments = withCell(assignments, 3, 'isPrimary', 'true');
  expect(await imports.load({ 'profile-assignments.csv': assignments })).toMatchObject({
    updated: 2,
    unchanged: 2,
  });
});

test('--replace deletes only rows of the organizations and tables in the files', async () => {
  imports = await importsWithExample();
  const onlyAcme = without(example['companies.csv'], 3);
  const counts = () =>
    imports.rows(`select (select count(*)::int from reporting.ticket) as tickets,
      (select count(*)::int from reporting.affiliation) as affiliations`);
  const result = await imports.load(
    {
      'companies.csv': onlyAcme,
      'tickets.csv': example['tickets.csv'].split('\r\n').slice(0, 2).join('\r\n'),
    },
    { replace: true, allowRemovals: true },
  );
  expect(result).toMatchObject({ deleted: 2 });
  expect(await counts()).toEqual([{ tickets: 2, affiliations: 7 }]);
});

test('--replace never deletes a snapshot, not even one of a deleted department', async () => {
  imports = await importsWithExample();
  const plant = /([^\r\n,]+),[^,]+,Grand Forks/.exec(example['departments.csv'])![1]!;
  const lacking = (content: string) =>
    content
      .split('\r\n')
      .filter(line => !line.includes(plant))
      .join('\r\n');
  const folder = {
    ...example,
    'departments.csv': lacking(example['departments.csv']),
    'affiliations.csv': lacking(example['affiliations.csv']),
    'profile-assignments.csv': lacking(example['profile-assignments.csv']),
    'compliance-snapshots.csv': example['compliance-snapshots.csv'].split('\r\n')[0]!,
  };
  expect(await imports.load(folder, { replace: true, allowRemovals: true })).toMatchObject({
    deleted: 7,
  });
  expect(
    await imports.rows('select count(*)::int as kept from reporting.compliance_snapshot'),
  ).toEqual([{ kept: 3 }]);
});

test('only --update-accounts changes rights and e-mail of an existing account, audited', async () => {
  imports = await importsWithExample();
  let accounts = example['accounts.csv'];
  for (const right of ['isOperator', 'apiAccess', 'reportAccess'])
    accounts = withCell(accounts, 3, right, 'true');
  accounts = withCell(accounts, 3, 'email', 'hopper@example.com');
  accounts = withCell(accounts, 3, 'name', 'Grace B. Hopper');
  const grace = () =>
    imports.rows(
      "select email, is_operator, api_access, report_access from reporting.account where name like 'Grace B.%'",
    );
  const rights = (has: boolean) => ({ is_operator: has, api_access: has, report_access: has });

  expect(await imports.load({ 'accounts.csv': accounts })).toMatchObject({
    updated: 1,
    unchanged: 5,
    keptAccounts: 1,
  });
  expect(await grace()).toEqual([{ email: 'grace@example.com', ...rights(false) }]);
  const updates = () =>
    imports.rows(
      "select kind, actor, detail from reporting.audit_event where kind = 'account-updated' order by id",
    );
  const ofName = {
    by: 'import',
    startedBy: 'tester',
    before: { name: 'Grace Hopper' },
    after: { name: 'Grace B. Hopper' },
  };
  expect(await updates()).toMatchObject([{ detail: ofName }]);

  const allowed = { updateAccounts: true, allowOperators: true };
  expect(await imports.load({ 'accounts.csv': accounts }, allowed)).toMatchObject({
    updated: 1,
    keptAccounts: 0,
  });
  expect(await grace()).toEqual([{ email: 'hopper@example.com', ...rights(true) }]);
  expect(await updates()).toEqual([
    { kind: 'account-updated', actor: 'command line', detail: ofName },
    {
      kind: 'account-updated',
      actor: 'command line',
      detail: {
        by: 'import',
        startedBy: 'tester',
        before: {
          email: 'grace@example.com',
          name: 'Grace B. Hopper',
          isOperator: false,
          apiAccess: false,
          reportAccess: false,
        },
        after: {
          email: 'hopper@example.com',
          name: 'Grace B. Hopper',
          isOperator: true,
          apiAccess: true,
          reportAccess: true,
        },
      },
    },
  ]);
});

test('e-mails can move between accounts, and both changes are audited', async () => {
  imports = await importsWithExample();
  let accounts = withCell(example['accounts.csv'], 2, 'email', 'grace@example.com');
  accounts = withCell(accounts, 3, 'email', 'ada@example.com');
  expect(await imports.load({ 'accounts.csv': accounts }, { updateAccounts: true })).toMatchObject({
    updated: 2,
    unchanged: 4,
  });
  expect(
    await imports.rows(`select name, email from reporting.account
      where name in ('Ada Lovelace', 'Grace Hopper') order by name`),
  ).toEqual([
    { name: 'Ada Lovelace', email: 'grace@example.com' },
    { name: 'Grace Hopper', email: 'ada@example.com' },
  ]);
  expect(
    await imports.rows(`select detail->'before'->>'email' as before, detail->'after'->>'email' as after
      from reporting.audit_event where kind = 'account-updated' order by 1`),
  ).toEqual([
    { before: 'ada@example.com', after: 'grace@example.com' },
    { before: 'grace@example.com', after: 'ada@example.com' },
  ]);
});

test('a changed e-mail ends the password links of its account alone', async () => {
  imports = await importsWithExample();
  await imports.rows(
    `insert into reporting.password_link (hash, account_id, account_state, expires_at)
      select sha256(uuid::text::bytea), id, reporting.account_state(email, password_hash), now() + interval '1 hour'
      from reporting.account where name in ('Ada Lovelace', 'Grace Hopper')`,
  );
  const accounts = withCell(example['accounts.csv'], 2, 'email', 'lovelace@example.com');
  const renamed = withCell(accounts, 3, 'name', 'Grace B. Hopper');
  await imports.load({ 'accounts.csv': renamed }, { updateAccounts: true });
  expect(
    await imports.rows(`select account.name from reporting.password_link
      join reporting.account on account.id = account_id`),
  ).toEqual([{ name: 'Grace B. Hopper' }]);
});

test('an e-mail moves from an account to a new one, which does not count as updated', async () => {
  imports = await importsWithExample();
  const moved = withCell(example['accounts.csv'], 2, 'email', 'lovelace@example.com');
  const added =
    '0b8f2a3c-1111-4222-8333-000000000009,ADA@example.com,Ada Byron,true,false,false\r\n';
  const folder = { 'accounts.csv': `${moved.trimEnd()}\r\n${added}` };
  const events = () =>
    imports.rows(`select kind, account.email, detail->'after'->>'email' as after
      from reporting.audit_event
      join reporting.account on account.id = audit_event.account_id
      where audit_event.id > ${last}
      order by audit_event.id`);
  const [{ last }] = (await imports.rows<{ last: string }>(
    'select max(id)::text as last from reporting.audit_event',
  )) as [{ last: string }];
  const changed = await imports.load(folder, { updateAccounts: true, allowOperators: true });
  expect(changed).toMatchObject({ inserted: 1, updated: 1, unchanged: 5 });
  expect(
    await imports.rows(
      "select name, email from reporting.account where name like 'Ada%' order by name",
    ),
  ).toEqual([
    { name: 'Ada Byron', email: 'ADA@example.com' },
    { name: 'Ada Lovelace', email: 'lovelace@example.com' },
  ]);
  expect(await events()).toEqual([
    { kind: 'account-created', email: 'ADA@example.com', after: null },
    { kind: 'account-updated', email: 'lovelace@example.com', after: 'lovelace@example.com' },
  ]);
  const again = await imports.load(folder, { updateAccounts: true });
  expect(again).toMatchObject({ inserted: 0, updated: 0, unchanged: 7 });
});

test('handles can move between organizations', async () => {
  imports = await importsWithExample();
  const [acme, globex] = (
    await imports.rows<{ handle: string }>('select handle from reporting.company order by id')
  ).map(({ handle }) => handle);
  let companies = withCell(example['companies.csv'], 2, 'handle', globex!);
  companies = withCell(companies, 3, 'handle', acme!);
  expect(await imports.load({ 'companies.csv': companies })).toMatchObject({ updated: 2 });
  expect(await imports.rows('select handle from reporting.company order by id')).toEqual([
    { handle: globex },
    { handle: acme },
  ]);
});

test('an import that waits for a change of rights does not revert it', async () => {
  imports = await importsWithExample();
  const withdrawing = await imports.db.pool.connect();
  await withdrawing.query('begin');
  await withdrawing.query(
    `update reporting.account set api_access = false, report_access = false where email like 'ada@%'`,
  );
  const accounts = withCell(example['accounts.csv'], 2, 'name', 'Ada King');
  const importing = imports.load({ 'accounts.csv': accounts });
  while (
    (
      await imports.rows(
        "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
      )
    ).length === 0
  );
  await withdrawing.query('commit');
  withdrawing.release();
  await importing;
  expect(
    await imports.rows(
      "select name, api_access, report_access from reporting.account where email like 'ada@%'",
    ),
  ).toEqual([{ name: 'Ada King', api_access: false, report_access: false }]);
});

test('an account keeps the case of its e-mail, except for letters that some databases cannot fold', async () => {
  imports = await startTestImports();
  await imports.load({
    'accounts.csv': withCell(example['accounts.csv'], 2, 'email', 'ÉLODIE@Example.com'),
  });
  const email = 'éLODIE@Example.com';
  expect(await imports.rows("select email from reporting.account where name like 'Ada%'")).toEqual([
    { email },
  ]);
});

test('an account keeps an existing e-mail that a new account could not have', async () => {
  const odd = 'i\u212aaros@example.com';
  imports = await importsWithExample();
  const accounts = withCell(example['accounts.csv'], 2, 'email', odd);
  expect(await imports.load({ 'accounts.csv': accounts })).toMatchObject({ keptAccounts: 1 });
  await imports.db.pool.query('update reporting.account set email = $1 where email like $2', [
    odd,
    'ada@%',
  ]);
  for (const updateAccounts of [false, true]) {
    const { updated } = await imports.load({ 'accounts.csv': accounts }, { updateAccounts });
    expect(updated).toBe(0);
  }
});

test('--dry-run reports what would change, and stores only its run', async () => {
  imports = await startTestImports();
  expect(await imports.load(example, { dryRun: true })).toMatchObject({ inserted: 58 });
  expect(await imports.rows('select 1 from reporting.company')).toEqual([]);
  expect(
    await imports.rows(`select status, options -> 'dryRun' as "isDryRun",
      (select sum((file ->> 'inserted')::int)::int from jsonb_array_elements(files) as file) as inserted
      from reporting.import_run`),
  ).toEqual([{ status: 'succeeded', isDryRun: true, inserted: 58 }]);
});

test('a failed import is recorded with a sentence without values', async () => {
  imports = await startTestImports();
  await imports.rows(`create function reporting.fail() returns trigger language plpgsql
    as $$ begin raise unique_violation using
      message = 'duplicate key value violates unique constraint "account_email_key"',
      detail = 'Key (email)=(ada@example.com) already exists.'; end $$`);
  await imports.rows(
    'create trigger fail before insert on reporting.account execute function reporting.fail()',
  );
  await expect(imports.load(example)).rejects.toThrow('duplicate key');
  expect(await imports.rows('select status, reason from reporting.import_run')).toEqual([
    {
      status: 'failed',
      reason:
        'The import failed; nothing was changed: duplicate key value violates unique constraint "account_email_key" (23505).',
    },
  ]);
});

test('a run is recorded with its user, origin and outcome', async () => {
  imports = await importsWithExample();
  await imports.refusal({ 'tickets.csv': 'id\r\n' });
  expect(
    await imports.rows(`select started_by, name, source, status, jsonb_array_length(files) as files, fault_count, reason
      from reporting.import_run order by id`),
  ).toEqual([
    {
      started_by: 'tester',
      name: 'test',
      source: 'command',
      status: 'succeeded',
      files: 14,
      fault_count: 0,
      reason: null,
    },
    {
      started_by: 'tester',
      name: 'test',
      source: 'command',
      status: 'refused',
      files: 0,
      fault_count: 1,
      reason: 'Nothing was imported: 1 fault.',
    },
  ]);
});

test('times must be in the years 1900 to 2200', async () => {
  imports = await startTestImports();
  const tickets = withCell(example['tickets.csv'], 2, 'issuedAt', '1900-01-01');
  await imports.load({
    ...example,
    'tickets.csv': withCell(tickets, 2, 'expiresAt', '2200-12-31'),
  });
  expect(
    await imports.rows(
      `select to_char(min(issued_at), 'YYYY-MM-DD') as first, to_char(max(expires_at), 'YYYY-MM-DD') as last
      from reporting.ticket`,
    ),
  ).toEqual([{ first: '1900-01-01', last: '2200-12-31' }]);
});

test('with --replace, few changed rows are kept without reading the rows of other organizations', async () => {
  imports = await importsWithExample();
  const { db } = imports;
  await db.pool.query(
    `insert into reporting.company (uuid, handle, name) values (gen_random_uuid(), 'crowd', 'Crowd');
    insert into reporting.account (uuid, name) values (gen_random_uuid(), 'Crowd');
    insert into reporting.member (uuid, company_id, account_id, has_access, is_developer)
    select gen_random_uuid(), company.id, account.id, true, false
    from reporting.company, reporting.account
    where company.handle = 'crowd' and account.name = 'Crowd';
    insert into reporting.achievement (uuid, company_id, name, measurement)
    select gen_random_uuid(), id, 'Crowd', 1 from reporting.company where handle = 'crowd';
    insert into reporting.ticket (uuid, company_id, member_id, achievement_id, status, is_required)
    select gen_random_uuid(), member.company_id, member.id, achievement.id, 'Valid', true
    from generate_series(1, 20000), reporting.member
    join reporting.achievement using (company_id)
    where achievement.name = 'Crowd';
    analyze reporting.ticket;
    create table rows_read (count bigint);
    create function note_rows_read() returns trigger language plpgsql as $$
    begin
      insert into rows_read
      select (seq_tup_read + idx_tup_fetch) * case tg_when when 'BEFORE' then -1 else 1 end
      from pg_stat_xact_user_tables
      where relname = 'ticket';
      return null;
    end
    $$;
    create trigger note_before before insert on reporting.import_change execute function note_rows_read();
    create trigger note_after after insert on reporting.import_change execute function note_rows_read()`,
  );
  const changed = withCell(example['tickets.csv'], 2, 'isRequired', 'false');
  await imports.load({ ...example, 'tickets.csv': changed }, { replace: true, beforeDays: 30 });
  const [{ kept }] = (await imports.rows<{ kept: number }>(
    'select count(*)::integer as kept from reporting.import_change where before is not null',
  )) as [{ kept: number }];
  expect(kept).toBe(1);
  const [{ read }] = (await imports.rows<{ read: number }>(
    'select sum(count)::integer as read from rows_read',
  )) as [{ read: number }];
  expect(read).toBeLessThan(100);
});
