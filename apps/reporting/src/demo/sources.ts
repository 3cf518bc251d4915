import { Readable } from 'node:stream';
import { type Cell, cellText, type Row } from '@platform/spreadsheet';
import { importFiles } from '../records/files';
import type { FileName, RecordSources } from '../records/import-file';
import { createOrganization, type DemoOrganization } from './organization';
import * as people from './people';
import { createPlan, type Plan, type Size } from './plan';
import { seededRandom } from './seeded-random';
import * as structure from './structure';
import * as training from './training';

export interface Demonstration {
  readonly sources: RecordSources;
  readonly plan: Plan;
  readonly organizations: readonly DemoOrganization[];
  /** The account that may read reports, and its organization. */
  readonly account: { readonly email: string; readonly company: string };
  /** The e-mail of an operator of that organization. */
  readonly operator: string;
}

type Rows = (organization: DemoOrganization, at: training.DaysFrom) => Iterable<readonly Cell[]>;

const FILES: readonly (readonly [FileName, Rows])[] = [
  ['companies.csv', ({ id, handle, name }) => [[id, handle, name]]],
  ['accounts.csv', people.accountRows],
  ['members.csv', people.memberRows],
  ['departments.csv', structure.departmentRows],
  ['affiliations.csv', structure.affiliationRows],
  ['profiles.csv', structure.profileRows],
  ['profile-assignments.csv', structure.assignmentRows],
  ['competencies.csv', structure.competencyRows],
  ['profile-competencies.csv', structure.profileCompetencyRows],
  ['competency-standings.csv', training.standingRows],
  ['achievements.csv', training.achievementRows],
  ['profile-achievements.csv', training.profileAchievementRows],
  ['tickets.csv', training.ticketRows],
];

/** The columns that a file must have, in the order in which they are declared. */
function headerOf(name: FileName): string[] {
  const { columns } = importFiles.find(file => file.name === name)!;
  return Object.keys(columns).filter(column => !columns[column]!.mayBeMissing);
}

const BATCH = 250;

/**
 * Demonstration data as the files of an import, generated row by row. The same seed gives the same rows on
 * the same day (`now`), and the same ids on every day.
 */
export function createDemonstration(size: Size, seed: number, now: Date): Demonstration {
  const random = seededRandom(seed, size === 'small' ? String(seed) : `${size}:${seed}`);
  const plan = createPlan(size, seed);
  const at = training.daysFrom(now);
  const organizations = plan.organizations.map(each => createOrganization(random, plan, each));

  function* rowsOf(rows: Rows): Generator<readonly Cell[]> {
    for (const organization of organizations) yield* rows(organization, at);
  }
  const sources: RecordSources = {};
  for (const [name, rows] of FILES)
    sources[name] = () => Readable.from(inBatches(headerOf(name), rowsOf(rows)));
  const [first] = organizations;
  return {
    sources,
    plan,
    organizations,
    account: { email: people.emailOf(first!, people.DEMONSTRATOR), company: first!.handle },
    operator: people.emailOf(first!, people.OPERATOR),
  };
}

function* inBatches(
  header: readonly string[],
  rows: Iterable<readonly Cell[]>,
): Generator<readonly Row[]> {
  let line = 1;
  let batch: Row[] = [{ line, cells: header }];
  for (const row of rows) {
    line += 1;
    if (batch.push({ line, cells: row.map(cellText) }) < BATCH) continue;
    yield batch;
    batch = [];
  }
  yield batch;
}
