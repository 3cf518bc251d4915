import { bearer, castOf } from '../../cast';
import { expectProblem } from '../../expect-problem';
import { SERVICE_KEY, startTestApp, type TestApp } from '../../start-test-app';

let service: TestApp;
let cast: ReturnType<typeof castOf>;
beforeAll(async () => {
  service = await startTestApp({ SERVICE_KEY });
  cast = castOf(service);
});
afterAll(() => service.close());

test('operators and the service key list all organizations by name, with the number of members', async () => {
  const { secret } = await cast.grace();
  const ada = await cast.ada();
  const zoo = await service.seed.company('zoo');
  const { body } = await cast.call('/security/companies?pageSize=200', bearer(secret));
  const names = body.items.map(({ name }: { name: string }) => name.toLowerCase());
  expect(names).toEqual([...names].sort());
  expect(body.total).toBe(body.items.length);
  const find = (handle: string) =>
    body.items.find((item: { handle: string }) => item.handle === handle);
  expect(find(ada.acme.handle)).toEqual({
    id: ada.acme.uuid,
    handle: ada.acme.handle,
    name: expect.any(String),
    language: 'en',
    members: 1,
  });
  expect(find(zoo.handle).members).toBe(0);
  const page = await cast.call('/security/companies?page=2&pageSize=1', [
    ['X-Api-Key', SERVICE_KEY],
  ]);
  expect(page.body).toEqual({ items: [body.items[1]], total: body.total, page: 2, pageSize: 1 });
});

test('q finds organizations by words of the name in any order, or by part of the handle', async () => {
  const { secret } = await cast.grace();
  const { id, handle } = await service.seed.company('nordwind');
  await service.context.db.prisma.company.update({
    where: { id },
    data: { name: 'Łódzkie Nordwind Energie' },
  });
  for (const q of ['energie lodz', handle.toUpperCase()]) {
    const path = `/security/companies?q=${encodeURIComponent(q)}`;
    const { body } = await cast.call(path, bearer(secret));
    expect(body).toMatchObject({ items: [{ handle }], total: 1 });
  }
  const totalOf = async (q: string) =>
    (await cast.call(`/security/companies?q=${encodeURIComponent(q)}`, bearer(secret))).body.total;
  expect(await Promise.all(['%', 'nor_wind', 'nordwind\\'].map(totalOf))).toEqual([0, 0, 0]);
  const past = await cast.call('/security/companies?page=9999', bearer(secret));
  expect(past.body.items).toEqual([]);
});

test('nobody else lists organizations', async () => {
  const { secret, signIn } = await cast.ada();
  for (const headers of [bearer(secret), await signIn()]) {
    expectProblem(
      await cast.call('/security/companies', headers),
      '403 Operator required, operator-required',
    );
  }
  expectProblem(await cast.call('/security/companies'), '401 Not authenticated, secret-missing');
});

test('the sign-in methods are public', async () => {
  const { status, body } = await cast.call('/auth/methods');
  expect([status, body]).toEqual([200, { password: true, singleSignOn: false }]);
});
