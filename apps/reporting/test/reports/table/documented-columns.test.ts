import document from '../../../openapi.json';
import { startTestApp, type TestApp } from '../../start-test-app';
import { type ReportReader, reportReader } from '../read-report';

let service: TestApp;
let reports: ReportReader;
beforeAll(async () => {
  service = await startTestApp();
  reports = await reportReader(service, await service.seed.company('acme'));
});
afterAll(() => service.close());

test.each([
  'achievement-gaps/achievements',
  'competency-validations',
  'compliance-overview',
  'compliance-summaries/measurements',
  'directory-contacts',
  'expirations',
  'matrix/subjects',
] as const)('the OpenAPI document lists the columns of %s as CSV', async name => {
  const [header] = await reports.csv(name);
  const { content } = document.paths[`/reporting/${name}`].get.responses['200'];
  const { description } = content['text/csv'].schema;
  expect(description).toBe(`Columns: ${header!.replaceAll(',', ', ')}.`);
});
