import { takeSnapshot } from '../../src/compliance/snapshots/take-snapshot';
import { startTestApp, type TestApp } from '../start-test-app';
import { reportReader } from './read-report';

let service: TestApp;
beforeAll(async () => {
  service = await startTestApp({ RATE_LIMIT_REPORTS: 'off' });
});
afterAll(() => service.close());

/** Bob has the code ÄÖ-7, and his competency the number É-1. */
async function acme() {
  const company = await service.seed.company('acme');
  const site = await company.department('Site');
  const weld = await company.competency('Weld', { number: 'É-1' });
  const firstAid = await company.achievement('First Aid');
  const expiresAt = new Date(Date.now() + 86_400_000).toISOString();
  for (const [name, code] of [
    ['Bob', 'ÄÖ-7'],
    ['Cyd', 'AO-7'],
  ] as const) {
    const member = await company.member(name, { code, personType: 'Operator' });
    await company.affiliate(member, site);
    await company.assign(member, site, await company.profile(name, [weld]), { isPrimary: true });
    await company.standing(member, weld, 'Validated', { expiresAt });
  }
  await takeSnapshot(service.context.db, company.id, new Date());
  return { company, site, firstAid, report: await reportReader(service, company) };
}

const names = (rows: readonly any[]) => [
  ...new Set(rows.map(row => row.memberName ?? row.learnerName ?? row.member.name)),
];

// The test database has the locale C, in which PostgreSQL's lower changes only ASCII letters.
test.each(['ÄÖ-7', 'äö-7', 'ö-'])('reports find people by the code %s in any case', async q => {
  const { site, firstAid, report } = await acme();
  const [year, month] = new Date().toISOString().split('-').map(Number);
  const gaps = await report.json('achievement-gaps', { achievementId: firstAid.uuid, q });
  const validations = await report.json('competency-validations', { q });
  const expirations = await report.json('expirations', { requiredOnly: 'false', q });
  const statistics = await report.json('monthly-statistics', { year: year!, month: month!, q });
  const matrix = await report.post('matrix', { departments: [site.uuid], q });
  for (const rows of [gaps.items, validations.items, expirations.items, statistics, matrix.items])
    expect(names(rows)).toEqual(['Bob']);
});

test.each(['É-1', 'é-1'])('competencies are found by the number %s in any case', async q => {
  const { report } = await acme();
  const { items } = await report.json('matrix/subjects', { kinds: ['competency'], q });
  expect(items).toMatchObject([{ name: 'Weld' }]);
});
