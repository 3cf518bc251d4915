import { startTestImports, type TestImports } from './test-folder';

let imports: TestImports;
beforeAll(async () => {
  imports = await startTestImports();
});
afterAll(() => imports.close());

const ACME = '5b0c7c55-6b0e-4d4e-9a43-1f6f7a5d2c11';
const GLOBEX = '6b0c7c55-6b0e-4d4e-9a43-1f6f7a5d2c11';

test('an import sets the languages of organizations, and keeps those that the file lacks', async () => {
  const load = async (companies: string) => {
    await imports.load({ 'companies.csv': companies });
    const rows = await imports.rows<{ language: string }>(
      'select language from reporting.company order by handle',
    );
    return rows.map(({ language }) => language);
  };
  const organizations = (acme: string, globex: string) =>
    `id,handle,name,language\n${ACME},acme,Acme,${acme}\n${GLOBEX},globex,Globex,${globex}\n`;
  expect(await load(`id,handle,name\n${ACME},acme,Acme\n`)).toEqual(['en']);
  expect(await load(organizations('de', ''))).toEqual(['de', 'en']);
  expect(await load(organizations('', 'fr'))).toEqual(['de', 'fr']);
  expect(await load(`id,handle,name\n${ACME},acme,Acme Energy\n`)).toEqual(['de', 'fr']);
  expect(await imports.refusal({ 'companies.csv': organizations('nl', 'fr') })).toEqual([
    expect.stringMatching(/^companies.csv:2 language "nl" one of en, de, fr/),
  ]);
});
