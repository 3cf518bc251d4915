import { randomUUID } from 'node:crypto';
import type {
  ComplianceSummaryRequest,
  EmptyScore,
} from '../../../src/reports/compliance/compliance-summary.dto';
import { startTestApp, type TestApp } from '../../start-test-app';
import { acmeWithAda, summarize } from './summarize';

const now = new Date('2026-11-21T10:00:00.000Z');
const CERTIFICATES = 1;
const CRITICAL = 3;

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({}, { clock: () => now });
});
afterAll(() => app.close());

describe('a score', () => {
  test.each([
    [1, 32, 0.0313],
    [1, 3, 0.3333],
    [2, 3, 0.6667],
    [3, 3, 1],
    [0, 2, 0],
  ])('of %i of %i is %d', async (satisfied, required, score) => {
    const { acme, drilling, ada } = await acmeWithAda(app);
    for (let index = 0; index < required; index++) {
      const achievement = await acme.achievement(`Certificate ${index}`);
      await acme.ticket(ada, achievement, index < satisfied ? 'Valid' : 'Pending');
    }
    const [row] = await summarize(app, acme, {
      departments: [drilling.uuid],
      measurements: [CERTIFICATES],
    });
    expect(row).toMatchObject({ satisfied, required, score });
  });

  test.each<[EmptyScore | undefined, (number | null)[]]>([
    [undefined, [1]],
    ['compliant', [1]],
    ['nonCompliant', [0]],
    ['notScored', [null]],
    ['excluded', []],
  ])('with nothing required and emptyScore %s, is %j', async (emptyScore, scores) => {
    const { acme, drilling, ada } = await acmeWithAda(app);
    await acme.ticket(ada, await acme.achievement('H2S'), 'Pending');
    const rows = await summarize(app, acme, {
      departments: [drilling.uuid],
      measurements: [CERTIFICATES, CRITICAL],
      ...(emptyScore ? { emptyScore } : {}),
    });
    expect(rows[0]).toMatchObject({ measurementKey: CERTIFICATES, score: 0, required: 1 });
    expect(rows.slice(1).map(({ score }) => score)).toEqual(scores);
  });
});

describe('a request', () => {
  test.each<(ids: { department: string; member: string }) => ComplianceSummaryRequest>([
    () => ({}),
    () => ({ departments: [] }),
    () => ({ departments: null, members: null, measurements: null }),
    ({ member }) => ({ members: [member] }),
    ({ member }) => ({ members: [member], measurements: [] }),
    () => ({ measurements: [1, 2] }),
  ])('that is not narrowed is rejected (%#)', async request => {
    const { acme, drilling, ada } = await acmeWithAda(app);
    const requested = request({ department: drilling.uuid, member: ada.uuid });
    await expect(summarize(app, acme, requested)).rejects.toMatchObject({
      code: 'request-not-narrowed',
    });
  });

  test('with unknown IDs is rejected, also if a different organization has them', async () => {
    const { acme, drilling } = await acmeWithAda(app);
    const { drilling: foreign, ada: stranger } = await acmeWithAda(app);
    const nobody = randomUUID();
    await expect(
      summarize(app, acme, {
        departments: [drilling.uuid, foreign.uuid],
        members: [stranger.uuid, nobody],
      }),
    ).rejects.toMatchObject({
      code: 'invalid-request',
      errors: [
        {
          field: 'departments[1]',
          message: `names ${foreign.uuid}, which does not belong to this organization`,
        },
        {
          field: 'members[0]',
          message: `names ${stranger.uuid}, which does not belong to this organization`,
        },
        {
          field: 'members[1]',
          message: `names ${nobody}, which does not belong to this organization`,
        },
      ],
    });
  });

  test('for a member who is not reported on returns no rows', async () => {
    const { acme, drilling } = await acmeWithAda(app);
    const grace = await acme.member('Grace', { hasAccess: false });
    await acme.affiliate(grace, drilling);
    const requested = { departments: [drilling.uuid], members: [grace.uuid] };
    expect(await summarize(app, acme, requested)).toEqual([]);
  });
});
