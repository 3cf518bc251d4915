import { bearer, castOf, type Headers } from '../cast';
import { startTestApp, type TestApp } from '../start-test-app';

let service: TestApp;
let cast: ReturnType<typeof castOf>;
let operator: Headers;
beforeAll(async () => {
  service = await startTestApp();
  cast = castOf(service);
  operator = bearer((await cast.grace()).secret);
});
afterAll(() => service.close());

const eventsOf = (kind: string) =>
  service.context.db.prisma.auditEvent.findMany({ where: { kind }, orderBy: { id: 'asc' } });

test('an account has no language until its owner or an operator sets one, which is audited', async () => {
  const ada = await cast.ada();
  const session = await ada.signIn();
  const own = async () => (await cast.call('/auth/session', session)).body.account.language;
  const setOwn = (language: unknown) =>
    cast.call('/me/language', session, { method: 'PUT', body: { language } });
  expect(await own()).toBeNull();
  expect((await setOwn('de')).status).toBe(204);
  expect((await setOwn('de')).status).toBe(204);
  expect(await own()).toBe('de');

  const path = `/security/accounts/${ada.account.uuid}`;
  const patch = (body: object) => cast.call(path, operator, { method: 'PATCH', body });
  expect((await patch({ language: 'fr' })).body.language).toBe('fr');
  expect((await patch({ name: 'Ada King' })).body.language).toBe('fr');
  expect((await patch({ language: null })).body.language).toBeNull();
  const events = await eventsOf('account-updated');
  const languages = events.map(({ detail }) => {
    const { before, after } = detail as Record<string, { language: string | null }>;
    return [before!.language, after!.language];
  });
  expect(languages).toEqual([
    [null, 'de'],
    ['de', 'fr'],
    ['fr', 'fr'],
    ['fr', null],
  ]);
  const { body } = await cast.call(`/security/audit-events?account=${ada.account.uuid}`, operator);
  const summaries = body.items.map(({ summary }: { summary: string }) => summary);
  expect(summaries).toContain('Ada King changed language of their own account');
  expect(summaries).toContain('Grace changed language of the account of Ada King');
});

test('an account is created with a language', async () => {
  const body = { name: 'Linus', language: 'fr' };
  const created = await cast.call('/security/accounts', operator, { method: 'POST', body });
  expect(created.body.language).toBe('fr');
});

test('an organization uses English until an operator changes the language, which is audited once', async () => {
  const ada = await cast.ada();
  const session = await ada.signIn();
  const language = async () =>
    (await cast.call('/auth/session', session)).body.organizations[0].language;
  const patch = (handle: string, as = operator) =>
    cast.call(`/security/companies/${handle}`, as, { method: 'PATCH', body: { language: 'de' } });
  expect(await language()).toBe('en');
  expect((await patch(ada.acme.handle.toUpperCase())).body).toEqual({
    id: ada.acme.uuid,
    handle: ada.acme.handle,
    name: 'acme',
    language: 'de',
    members: 1,
  });
  await patch(ada.acme.handle);
  expect(await language()).toBe('de');
  expect(await eventsOf('organization-updated')).toMatchObject([
    {
      companyId: ada.acme.id,
      detail: { before: { language: 'en' }, after: { language: 'de' } },
    },
  ]);
  expect((await patch('nowhere')).body.code).toBe('unknown-company');
  expect((await patch(ada.acme.handle, bearer(ada.secret))).body.code).toBe('operator-required');
});

test('an unsupported language is rejected naming the field', async () => {
  const ada = await cast.ada();
  const refused = [
    await cast.call('/me/language', await ada.signIn(), {
      method: 'PUT',
      body: { language: 'nl' },
    }),
    await cast.call(`/security/accounts/${ada.account.uuid}`, operator, {
      method: 'PATCH',
      body: { language: 'DE' },
    }),
    await cast.call('/security/accounts', operator, {
      method: 'POST',
      body: { name: 'Linus', language: '' },
    }),
    await cast.call(`/security/companies/${ada.acme.handle}`, operator, {
      method: 'PATCH',
      body: { language: null },
    }),
  ];
  for (const { status, body } of refused) {
    expect([status, body.code]).toEqual([400, 'invalid-request']);
    expect(body.errors).toEqual([{ field: 'language', message: expect.stringContaining('en') }]);
  }
});
