import { startTestApp, type TestApp } from '../../start-test-app';
import { reportReader } from '../read-report';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ RATE_LIMIT_REPORTS: 'off' });
});
afterAll(() => app.close());

async function seedAcme() {
  const acme = await app.seed.company('acme');
  const drilling = await acme.department('Drilling');
  const catering = await acme.department('Catering');
  const rigging = await acme.competency('Rigging, basic', { number: '1.1' });
  const alive = await acme.achievement('H2S Alive');
  const [rigger, cook] = [
    await acme.profile('Rigger', [rigging]),
    await acme.profile('Cook, senior', []),
  ];
  await acme.profile('Cook-helper', []);
  const [ada, grace] = [await acme.member('Ada'), await acme.member('Grace')];
  await acme.affiliate(ada, drilling);
  await acme.affiliate(grace, catering);
  await acme.assign(ada, drilling, rigger);
  await acme.assign(grace, catering, cook);
  const globex = await app.seed.company('globex');
  await globex.competency('Rigging, basic', { number: '1.1' });
  return { acme, drilling, rigging, alive, rigger, reader: await reportReader(app, acme) };
}

const namesOf = (page: { items: { name: string }[] }) => page.items.map(({ name }) => name);

test('lists achievements, competencies and profiles of the organization, by folded name', async () => {
  const { rigging, rigger, alive, reader } = await seedAcme();
  expect(await reader.json('matrix/subjects', { pageSize: 10 })).toEqual({
    total: 5,
    page: 1,
    pageSize: 10,
    items: [
      { kind: 'profile', id: expect.any(String), number: null, name: 'Cook, senior' },
      { kind: 'profile', id: expect.any(String), number: null, name: 'Cook-helper' },
      { kind: 'achievement', id: alive.uuid, number: null, name: 'H2S Alive' },
      { kind: 'profile', id: rigger.uuid, number: null, name: 'Rigger' },
      { kind: 'competency', id: rigging.uuid, number: '1.1', name: 'Rigging, basic' },
    ],
  });
});

test.each([
  [{ q: 'basic rigg' }, ['Rigging, basic']],
  [{ q: '1.1' }, ['Rigging, basic']],
  [{ q: 'rigg', kinds: ['profile', 'achievement'] }, ['Rigger']],
  [{ pageSize: 2, page: 2 }, ['H2S Alive', 'Rigger']],
  [{ page: 9 }, []],
])('%j finds %j', async (query, names) => {
  const { reader } = await seedAcme();
  expect(namesOf(await reader.json('matrix/subjects', query))).toEqual(names);
});

test('profiles are limited to those assigned in the departments', async () => {
  const { drilling, reader } = await seedAcme();
  const query = { kinds: 'profile', departments: drilling.uuid };
  expect(namesOf(await reader.json('matrix/subjects', query))).toEqual(['Rigger']);
});

test('a file contains all of them', async () => {
  const { rigging, reader } = await seedAcme();
  expect(await reader.csv('matrix/subjects', { kinds: 'competency' })).toEqual([
    'kind,id,number,name',
    `competency,${rigging.uuid},1.1,"Rigging, basic"`,
  ]);
});
