import { randomUUID } from 'node:crypto';
import { runReporting } from '../run-program';
import {
  EXAMPLE,
  exampleFolder,
  importExampleOnce,
  type TestImports,
  withCell,
} from './test-folder';

const example = exampleFolder();
const importsWithExample = importExampleOnce();
let imports: TestImports;
beforeEach(async () => {
  imports = await importsWithExample();
});
afterEach(() => imports.close());

interface Rights {
  readonly isOperator?: boolean;
  readonly reportAccess?: boolean;
  readonly providerOperator?: boolean;
  readonly providerApiAccess?: boolean;
  readonly providerReportAccess?: boolean;
  readonly providerRightsUntil?: Date;
}

/** Adds an account and its membership in acme, as operators do in the console. */
async function addMember(email: string, rights: Rights) {
  const { prisma } = imports.db;
  const { id: companyId } = await prisma.company.findFirstOrThrow({ where: { handle: 'acme' } });
  const account = await prisma.account.create({
    data: { uuid: randomUUID(), email, name: email, apiAccess: true, ...rights },
  });
  await prisma.member.create({
    data: {
      uuid: randomUUID(),
      accountId: account.id,
      companyId,
      hasAccess: true,
      isDeveloper: false,
    },
  });
}

const noticesOf = async (...given: Parameters<TestImports['load']>) =>
  Object.fromEntries(
    (await imports.load(...given)).files.flatMap(({ file, notices }) =>
      notices ? [[file, notices]] : [],
    ),
  ) as Record<string, readonly string[]>;

test('--replace lists the members with access to reports that it removes, also in a dry run', async () => {
  await addMember('petra@example.com', { reportAccess: true });
  await addMember('omar@example.com', { reportAccess: true, isOperator: true });
  const byProvider = {
    providerApiAccess: true,
    providerReportAccess: true,
    providerRightsUntil: new Date(2100, 0),
  };
  await addMember('olga@example.com', { ...byProvider, providerOperator: true });
  await addMember('erik@example.com', { ...byProvider, providerRightsUntil: new Date(2020, 0) });
  await addMember('rita@example.com', {});
  const expected = {
    'members.csv': ['1 member with access to reports loses it: petra@example.com.'],
  };
  expect(await noticesOf(example, { replace: true, dryRun: true })).toEqual(expected);
  expect(await noticesOf(example)).toEqual({});
  await addMember('anna@example.com', byProvider);
  expect(await noticesOf(example, { replace: true })).toEqual({
    'members.csv': [
      '2 members with access to reports lose it: anna@example.com, petra@example.com.',
    ],
  });
  const [run] = await imports.rows<{ files: { file: string; notices?: string[] }[] }>(
    'select files from reporting.import_run order by id desc limit 1',
  );
  expect(run!.files.filter(({ notices }) => notices)).toMatchObject([
    { file: 'members.csv', deleted: 6, notices: [expect.stringContaining('petra')] },
  ]);
});

test('affiliations that mostly have the function Employee are reported', async () => {
  const affiliations = example['affiliations.csv'].replaceAll(',Department', ',Employee');
  expect(await noticesOf({ 'affiliations.csv': affiliations })).toEqual({
    'affiliations.csv': [
      '5 of 7 affiliations have the function Employee, which reports leave out unless they are asked for it.',
    ],
  });
});

test.each([
  ['the command', false, '--update-accounts'],
  ['an upload', true, 'updateAccounts'],
])('accounts that keep their e-mail and rights are counted: %s', async (_, isUpload, option) => {
  const accounts = withCell(example['accounts.csv'], 2, 'email', 'new@example.com');
  expect(await noticesOf({ 'accounts.csv': accounts }, { isUpload })).toEqual({
    'accounts.csv': [`1 account keeps its e-mail and rights; ${option} applies those of the file.`],
  });
  expect(await noticesOf({ 'accounts.csv': accounts }, { updateAccounts: true })).toEqual({});
});

test('the command prints notices', async () => {
  await addMember('petra@example.com', { reportAccess: true });
  const args = ['import', EXAMPLE, '--replace', '--dry-run'];
  const { stdout } = await runReporting(args, { DATABASE_URL: imports.url });
  expect(stdout).toContain(
    'members.csv: 1 member with access to reports loses it: petra@example.com.\n',
  );
});
