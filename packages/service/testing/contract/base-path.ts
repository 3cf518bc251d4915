import {
  ask,
  type Headers,
  type RunningService,
  type ServiceUnderTest,
} from './service-under-test';

const FORWARDED: Headers = [
  ['X-Forwarded-Prefix', '/prefix'],
  ['X-Forwarded-Host', 'api.example.org'],
  ['X-Forwarded-Proto', 'https'],
];

export function testBasePath(tested: ServiceUnderTest): void {
  const serversOf = async (service: RunningService, path: string, headers: Headers) =>
    (await ask(service, `${path}/swagger/openapi.json`, { headers })).body.servers;

  describe('behind a trusted proxy', () => {
    let service: RunningService;
    beforeAll(async () => {
      service = await tested.start({ BASE_PATH: '/prefix', TRUST_PROXY: 'loopback' });
    });
    afterAll(() => service.close());

    test.each([
      ['kept in the path', '/prefix'],
      ['stripped', ''],
    ])('a prefix that is %s is accepted', async (_, path) => {
      expect((await ask(service, path + tested.readable)).status).toBe(200);
      expect((await ask(service, `${path}/swagger/`, { headers: [] })).status).toBe(200);
    });

    test('the document has the URL that the client uses, with the prefix once', async () => {
      expect(await serversOf(service, '/prefix', [])).toEqual([{ url: `${service.url}/prefix` }]);
      for (const path of ['/prefix', '']) {
        expect(await serversOf(service, path, FORWARDED)).toEqual([
          { url: 'https://api.example.org/prefix' },
        ]);
      }
    });
  });

  test('X-Forwarded-* from an untrusted sender is ignored', async () => {
    const service = await tested.start();
    expect(await serversOf(service, '', FORWARDED)).toEqual([{ url: service.url }]);
    await service.close();
  });
}
