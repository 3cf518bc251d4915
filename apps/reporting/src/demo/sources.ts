import { Readable } from 'node:stream';
import { type Cell, cellText, type Row } from '@platform/spreadsheet';
import type { FileName, RecordSources } from '../records/import-file';
import { type DaysFrom, daysFrom } from './calendar';
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

type Rows = (organization: DemoOrganization, at: DaysFrom) => Iterable<readonly Cell[]>;

const FILES: readonly (readonly [FileName, readonly string[], Rows])[] = [
  ['companies.csv', ['id', 'handle', 'name'], ({ id, handle, name }) => [[id, handle, name]]],
  ['accounts.csv', people.ACCOUNT_COLUMNS, people.accountRows],
  ['members.csv', people.MEMBER_COLUMNS, people.memberRows],
  ['departments.csv', structure.DEPARTMENT_COLUMNS, structure.departmentRows],
  ['affiliations.csv', structure.AFFILIATION_COLUMNS, structure.affiliationRows],
  ['profiles.csv', structure.PROFILE_COLUMNS, structure.profileRows],
  ['profile-assignments.csv', structure.ASSIGNMENT_COLUMNS, structure.assignmentRows],
  ['competencies.csv', structure.COMPETENCY_COLUMNS, structure.competencyRows],
  [
    'profile-competencies.csv',
    structure.PROFILE_COMPETENCY_COLUMNS,
    structure.profileCompetencyRows,
  ],
  ['competency-standings.csv', training.STANDING_COLUMNS, training.standingRows],
  ['achievements.csv', training.ACHIEVEMENT_COLUMNS, training.achievementRows],
  [
    'profile-achievements.csv',
    training.PROFILE_ACHIEVEMENT_COLUMNS,
    training.profileAchievementRows,
  ],
  ['tickets.csv', training.TICKET_COLUMNS, training.ticketRows],
];

const BATCH = 250;

/**
 * Demonstration data as the files of an import, generated row by row. The same seed gives the same rows on
 * the same day (`now`), and the same ids on every day.
 */
export function createDemonstration(size: Size, seed: number, now: Date): Demonstration {
  const random = seededRandom(seed, size === 'small' ? String(seed) : `${size}:${seed}`);
  const plan = createPlan(size, seed);
  const at = daysFrom(now);
  const organizations = plan.organizations.map(each => createOrganization(random, plan, each));

  function* rowsOf(rows: Rows): Generator<readonly Cell[]> {
    for (const organization of organizations) yield* rows(organization, at);
  }
  const sources: RecordSources = {};
  for (const [name, header, rows] of FILES)
    sources[name] = () => Readable.from(inBatches(header, rowsOf(rows)));
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
