import { Readable } from 'node:stream';
import type { FileName } from '../import/import-file';
import type { RecordSources } from '../import/import-records';
import { type Calendar, createCalendar } from './calendar';
import { type Cell, csv } from './csv';
import { COMPANY_NAMES } from './energy';
import { createOrganization, type Organization } from './organization';
import {
  ACCOUNT_COLUMNS,
  accountRows,
  DEMONSTRATOR,
  emailOf,
  MEMBER_COLUMNS,
  memberRows,
} from './people';
import { createPlan, type Size } from './plan';
import { createChance, type SeededRandom } from './seeded-random';
import { SNAPSHOT_COLUMNS, snapshotRows } from './snapshots';
import { STANDING_COLUMNS, standingRows } from './standings';
import * as structure from './structure';
import { ACHIEVEMENT_COLUMNS, achievementRows, TICKET_COLUMNS, ticketRows } from './tickets';

export interface Demonstration {
  readonly sources: RecordSources;
  /** The account that may read reports, and the organization in which it may. */
  readonly account: { readonly email: string; readonly company: string };
}

type Rows = (
  chance: SeededRandom,
  organization: Organization,
  calendar: Calendar,
) => Iterable<Cell[]>;

const FILES: readonly (readonly [FileName, readonly string[], Rows])[] = [
  ['companies.csv', ['id', 'handle', 'name'], (_, { id, handle, name }) => [[id, handle, name]]],
  ['accounts.csv', ACCOUNT_COLUMNS, accountRows],
  ['members.csv', MEMBER_COLUMNS, memberRows],
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
  ['competency-standings.csv', STANDING_COLUMNS, standingRows],
  ['achievements.csv', ACHIEVEMENT_COLUMNS, achievementRows],
  ['tickets.csv', TICKET_COLUMNS, ticketRows],
  ['compliance-snapshots.csv', SNAPSHOT_COLUMNS, snapshotRows],
];

/**
 * Demonstration data as the files of an import, made row by row as they are read. The same seed on the
 * same day (`now`) makes the same bytes; ids are the same on every day.
 */
export function createDemonstration(size: Size, seed: number, now: Date): Demonstration {
  const chance = createChance(seed);
  const calendar = createCalendar(now);
  const plan = createPlan(size, COMPANY_NAMES);
  const organizations = plan.organizations.map(each => createOrganization(chance, plan, each));

  function* rowsOf(rows: Rows): Generator<Cell[]> {
    for (const organization of organizations) yield* rows(chance, organization, calendar);
  }
  const sources: RecordSources = {};
  for (const [name, header, rows] of FILES)
    sources[name] = () => Readable.from(csv(header, rowsOf(rows)));
  const [first] = organizations;
  return { sources, account: { email: emailOf(first!, DEMONSTRATOR), company: first!.handle } };
}
