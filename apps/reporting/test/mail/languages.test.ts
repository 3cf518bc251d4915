import { transaction } from '@platform/db';
import { createLog } from '@platform/http';
import { takeSnapshot } from '../../src/compliance/snapshots/take-snapshot';
import type { Language } from '../../src/http/principal';
import { composePasswordMails } from '../../src/mail/password-mails';
import { composeTestMail } from '../../src/mail/test-mail';
import { createUnsubscribeUrl } from '../../src/mail/unsubscribe/unsubscribe';
import { createMailQueue } from '../../src/mail-queue/enqueue-mails';
import { composeReminders } from '../../src/reminders/reminder-mail';
import { sendReminders } from '../../src/reminders/send-reminders';
import { labelIn, valueIn } from '../../src/schedules/report-words';
import type { AboutRun } from '../../src/schedules/schedule-mails';
import { PUBLIC_URL, type Scheduling, startScheduling } from '../schedules/schedule-cast';
import type { ReceivedMail } from './smtp';

const ISSUER = 'https://sign-on.example.org';
const DUE = new Date('2026-11-23T06:00:00.000Z');
const DAY = 86_400_000;
const log = createLog({ service: 'test', level: 'silent' });

let scheduling: Scheduling;
beforeEach(async () => {
  scheduling = await startScheduling({ RATE_LIMIT_REPORTS: 'off' });
});
afterEach(() => scheduling.close());

const db = () => scheduling.service.context.db;

/** Sends waiting emails, and returns those received since the last call. */
async function deliver(): Promise<ReceivedMail[]> {
  const { mails } = scheduling.smtp;
  const before = mails.length;
  const [secret] = scheduling.service.context.sessionSecrets;
  await scheduling.send({
    test: composeTestMail,
    ...composePasswordMails({ address: PUBLIC_URL, issuer: ISSUER }),
    ...composeReminders({
      address: PUBLIC_URL,
      unsubscribeUrl: createUnsubscribeUrl(PUBLIC_URL, secret),
    }),
  });
  return mails.slice(before);
}

let posted = 0;
const post = (kind: string, accountId: number, companyId: number | null = null, data = {}) =>
  transaction(db(), tx =>
    createMailQueue(() => Promise.resolve())(tx, [
      { kind, reason: `${kind} ${posted++}`, accountId, companyId, data },
    ]),
  );

async function mailOf(kind: string, accountId: number, companyId: number | null = null, data = {}) {
  await post(kind, accountId, companyId, data);
  return (await deliver())[0]!;
}

const setLanguage = (companyId: number, language: Language) =>
  db().prisma.company.update({ where: { id: companyId }, data: { language } });

/** Returns the visible text without parts that vary. */
const readable = ({ subject, text }: ReceivedMail) =>
  `${subject}\n\n${text}`
    .replaceAll(/(https:[^\s?#]*\/)(unsubscribe)\/\S+/g, '$1$2')
    .replaceAll(/#token=\S+/g, '')
    .replaceAll(/-[0-9a-f]{8}\b/g, '')
    .replaceAll(/(=)[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, '$1ID');

async function accountMails(): Promise<ReceivedMail[]> {
  const { company } = await scheduling.acme();
  const { account } = await company.member('Bob');
  const known = await company.member('Cyd', { password: 'seven lamps on a quiet street' });
  const linked = await company.member('Dan');
  await db().prisma.accountIdentity.create({
    data: { issuer: ISSUER, subject: 'dan', accountId: linked.account.id },
  });
  await setLanguage(company.id, language());
  return [
    await mailOf('test', account.id),
    await mailOf('invitation', account.id, company.id),
    await mailOf('password-reset', account.id),
    await mailOf('password-reset', known.account.id),
    await mailOf('password-reset', linked.account.id),
    await mailOf('schedule-paused', account.id, company.id, { name: 'Gaps' }),
  ];
}

async function reminders(): Promise<ReceivedMail[]> {
  const { company } = await scheduling.acme();
  await db().prisma.reminderSettings.create({
    data: {
      ...{ companyId: company.id, isEnabled: true, daysBefore: [30, 7, 1], afterExpiry: 7 },
      ...{ requiredOnly: false, toMember: true, toDepartments: ['Administration'] },
      ...{ at: '07:00', timeZone: 'Europe/Berlin', weekdays: [1, 2, 3, 4, 5], nextAt: DUE },
    },
  });
  const yard = await company.department('Yard');
  const bob = await company.member('Bob');
  const head = await company.member('Head', { reportAccess: true });
  await company.affiliate(bob, yard, 'Department');
  await company.affiliate(head, yard, 'Administration');
  for (const [name, days] of [
    ['H2S Alive', 29.5],
    ['Rigging', 1.5],
    ['First Response', 0.5],
  ] as const) {
    const expiresAt = new Date(DUE.getTime() + days * DAY).toISOString();
    await company.ticket(bob, await company.achievement(name), 'Valid', { expiresAt });
  }
  await setLanguage(company.id, language());
  const signal = new AbortController().signal;
  const remind = async (now: Date) => {
    await sendReminders({ db: db(), log, enqueue: () => Promise.resolve(), signal, now });
    const mails = await deliver();
    return mails.toSorted((one, other) => one.subject!.localeCompare(other.subject!));
  };
  return [...(await remind(DUE)), ...(await remind(new Date(DUE.getTime() + 8 * DAY)))];
}

async function reports(): Promise<ReceivedMail[]> {
  const { company, grace, firstAid, add } = await scheduling.acme();
  const drilling = await company.department('Drilling');
  await company.affiliate(grace, drilling);
  await company.ticket(grace, firstAid, 'Expired');
  await takeSnapshot(db(), company.id, new Date('2026-10-25T02:00:00Z'));
  await db().prisma.ticket.updateMany({ data: { status: 'Valid' } });
  await setLanguage(company.id, language());
  const to = { recipients: [grace.uuid] };
  await add({ ...to, name: 'Overview', report: 'compliance-overview', parameters: {} });
  await add(to);
  const recurrence = { every: 'month', on: 1, at: '07:00', timeZone: 'Europe/Berlin' };
  const period = { period: 'next-quarter', departments: [drilling.uuid] };
  await add({ ...to, name: 'Next', report: 'expirations', recurrence, parameters: period });
  const sent: ReceivedMail[] = [];
  for (const time of ['2026-11-23T06:00:00.000Z', '2026-12-01T06:00:00.000Z']) {
    scheduling.setTime(time);
    await scheduling.run();
    sent.push(...(await deliver()));
  }
  return sent
    .toSorted((one, other) => one.subject!.localeCompare(other.subject!))
    .filter(({ subject }, index, all) => subject !== all[index - 1]?.subject);
}

let current: Language = 'en';
const language = () => current;

describe.each(['en', 'de', 'fr'] as const)('in %s', which => {
  test.each([
    ['about an account', accountMails],
    ['reminding', reminders],
    ['with a report', reports],
  ])('emails %s are complete', async (_, send) => {
    current = which;
    const mails = await send();
    for (const { html } of mails) expect(html).toContain(`<html lang="${which}">`);
    expect(mails.map(readable).join('\n=====\n')).toMatchSnapshot();
  });
});

test('an email uses the language of the account, or else of its organization, or else of the first membership', async () => {
  const german = await scheduling.service.seed.company('b');
  const french = await scheduling.service.seed.company('a');
  await setLanguage(german.id, 'de');
  await setLanguage(french.id, 'fr');
  const { account } = await german.member('Bob');
  await french.member('Bob', { account, hasAccess: false });
  const paused = async (companyId: number) =>
    (await mailOf('schedule-paused', account.id, companyId, { name: 'Gaps' })).html;
  const test = async (accountId = account.id) => (await mailOf('test', accountId)).html;
  expect(await paused(german.id)).toContain('lang="de"');
  expect(await paused(french.id)).toContain('lang="fr"');
  expect(await test()).toContain('lang="de"');
  await db().prisma.account.update({ where: { id: account.id }, data: { language: 'en' } });
  expect(await paused(french.id)).toContain('lang="en"');
  const { account: left } = await french.member('Cyd', { hasAccess: false });
  expect(await test(left.id)).toContain('lang="en"');
  const alone = await scheduling.service.seed.account('Alone');
  expect(await test(alone.id)).toContain('lang="en"');
});

test.each([
  ['Person types', 'Employee, Status', 'Employee, Status'],
  ['Functions', 'Employee', 'Beschäftigte'],
  ['Search', 'missing', 'missing'],
  ['Search', 'any', 'beliebig'],
  ['Departments', 'Organization and 3 more', 'Organization und 3 weitere'],
])('a filter %s with %j shows %j in German', (label, value, shown) => {
  expect(valueIn('de', label, value)).toBe(shown);
});

test('every title and label of a scheduled report is translated', async () => {
  const { company, ada, firstAid, add } = await scheduling.acme();
  const department = await company.department('Drilling');
  await company.affiliate(ada, department);
  await takeSnapshot(db(), company.id, new Date('2026-11-01T02:00:00Z'));
  const parameters = {
    'achievement-gaps': { achievementId: firstAid.uuid },
    'competency-validations': {},
    'compliance-overview': {},
    'compliance-summaries': { departments: [department.uuid] },
    'compliance-trends': { period: 'this-year' },
    'directory-contacts': {},
    expirations: {},
    'monthly-statistics': { year: 2026, month: 11 },
    people: { memberId: ada.uuid },
  };
  for (const [report, each] of Object.entries(parameters)) await add({ report, parameters: each });
  await add({ report: 'compliance-trends', parameters: { months: 12 } });
  scheduling.setTime(DUE.toISOString());
  await scheduling.run();
  const runs = await db().prisma.scheduleRun.findMany();
  const words = runs.flatMap(({ about }) => {
    const { title, filters } = about as unknown as AboutRun;
    return [title, ...filters.map(([label]) => label)];
  });
  const same = (language: Language) =>
    [...new Set(words)].filter(word => labelIn(language, word) === word).toSorted();
  expect(runs.map(({ outcome }) => outcome)).toEqual(Array(10).fill('sent'));
  expect(same('de')).toEqual(['Person', 'Status']);
  expect(same('fr')).toEqual(['Code', 'E-mail', 'Expirations']);
});
