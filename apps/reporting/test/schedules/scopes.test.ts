import { bearer, castOf } from '../cast';
import { type Scheduling, startScheduling } from './schedule-cast';

let scheduling: Scheduling;
beforeEach(async () => {
  scheduling = await startScheduling({ RATE_LIMIT_REPORTS: 'off' });
});
afterEach(() => scheduling.close());

/** Reports show Ada the departments Drilling with Linus and Catering with Margaret; Grace is in Offices. */
async function head() {
  const { service } = scheduling;
  const acme = await service.seed.company('acme');
  const [drilling, catering, offices] = [
    await acme.department('Drilling'),
    await acme.department('Catering'),
    await acme.department('Offices'),
  ];
  const ada = await acme.member('Ada', {
    reportAccess: true,
    reportScope: 'departments',
    reportDepartments: [drilling, catering],
  });
  const linus = await acme.member('Linus', { reportAccess: true });
  const margaret = await acme.member('Margaret', { reportAccess: true });
  const grace = await acme.member('Grace', { reportAccess: true });
  await acme.affiliate(linus, drilling);
  await acme.affiliate(margaret, catering, 'Employee');
  await acme.affiliate(grace, offices);
  const secret = await service.seed.secret(ada.account, acme);
  const cast = castOf(service);
  const call = (path: string, body?: unknown) =>
    cast.call(path, bearer(secret), body === undefined ? {} : { method: 'POST', body });
  const schedule = (recipients: readonly string[]) => ({
    name: 'Contacts',
    report: 'directory-contacts',
    parameters: { functions: ['Department', 'Employee'] },
    format: 'csv',
    recurrence: { every: 'week', on: 1, at: '07:00', timeZone: 'Europe/Berlin' },
    recipients,
  });
  return { ada, linus, margaret, grace, drilling, call, schedule };
}

test('a run uses the current scope of its owner, and the email mentions it', async () => {
  const { ada, linus, drilling, call, schedule } = await head();
  expect((await call('/reporting/schedules', schedule([linus.uuid]))).status).toBe(201);
  const sent = async (time: string) => {
    const download = await call(
      '/reporting/directory-contacts?format=csv&functions=Department&functions=Employee',
    );
    scheduling.setTime(time);
    await scheduling.run();
    await scheduling.send();
    const { text, attachments } = scheduling.smtp.mails.at(-1)!;
    expect(attachments[0]!.content.toString()).toBe(download.text);
    return { text, file: download.text };
  };

  const first = await sent('2026-11-23T06:00:00.000Z');
  expect(first.text).toContain('It is limited to what Ada can see: 2 departments.');
  expect(first.file).toContain('Linus');
  expect(first.file).toContain('Margaret');
  expect(first.file).not.toContain('Grace');

  const { prisma } = scheduling.service.context.db;
  const data = { reportDepartments: [drilling.uuid] };
  await prisma.member.update({ where: { uuid: ada.uuid }, data });
  const second = await sent('2026-11-30T06:00:00.000Z');
  expect(second.text).toContain('It is limited to what Ada can see: 1 department.');
  expect(second.file).toContain('Linus');
  expect(second.file).not.toContain('Margaret');
});

test('recipients are the owner and members that reports show', async () => {
  const { ada, linus, margaret, grace, call, schedule } = await head();
  const { body } = await call(`/reporting/schedules/options?recipients=${grace.uuid}`);
  expect(body.recipients.map(({ name }: { name: string }) => name)).toEqual([
    'Ada',
    'Linus',
    'Margaret',
  ]);
  const all = [ada, linus, margaret, grace].map(({ uuid }) => uuid);
  const refused = await call('/reporting/schedules', schedule(all));
  expect(refused.status).toBe(400);
  expect(refused.body.errors).toEqual([
    {
      field: 'recipients[3]',
      message: `names ${grace.uuid}, which does not belong to this organization`,
    },
  ]);
  expect((await call('/reporting/schedules', schedule(all.slice(0, 3)))).status).toBe(201);
});
