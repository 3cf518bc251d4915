import type { Cell } from '@platform/spreadsheet';
import { measurements } from '../compliance/measurements';
import { ACHIEVEMENTS } from './names';
import { type DemoOrganization, FOR } from './organization';

const RARER_STANDINGS = [
  'Not Completed',
  'Self-Assessed',
  'Submitted',
  'Needs Training',
  'Not Applicable',
  'Expired',
] as const;

const DAY = 86_400_000;

/** Returns the timestamp that many days after midnight UTC of the day of `now`; negative: before. */
export function daysFrom(now: Date) {
  const midnight = Math.floor(now.getTime() / DAY) * DAY;
  return (days: number) => new Date(midnight + days * DAY).toISOString();
}

export type DaysFrom = ReturnType<typeof daysFrom>;

/** The standings of each member in the competencies of its profiles; some have no record yet. */
export function* standingRows(organization: DemoOrganization, at: DaysFrom): Generator<Cell[]> {
  const { random, index, members } = organization;
  // Computed once: used by every row.
  const competencyIds = Array.from({ length: organization.competencies }, (_, competency) =>
    organization.competencyId(competency),
  );
  const validator = organization.memberId(0);
  for (let member = 0; member < members; member++) {
    const id = organization.memberId(member);
    const profiles = organization.profilesOf(member);
    const needed = new Set(profiles.flatMap(profile => organization.competenciesOf(profile)));
    const level = levelOf(organization, member);
    for (const competency of needed) {
      const draw = random.number(10_000, FOR.standing, index, member, competency);
      const isDone = draw < 100 * level;
      // A quarter of the open ones have no record.
      if (!isDone && draw % 4 === 0) continue;
      const status = isDone ? 'Validated' : RARER_STANDINGS[draw % RARER_STANDINGS.length]!;
      yield [
        id,
        competencyIds[competency]!,
        status,
        ...evidence(status, draw, at),
        status === 'Validated' && member > 0 ? validator : null,
      ];
    }
  }
}

/** The validation dates of a standing, if it was validated. */
function evidence(status: string, draw: number, at: DaysFrom): [boolean, Cell, Cell] {
  // Half of the inapplicable ones were assessed, and count.
  const isValidated =
    status === 'Validated' || status === 'Expired' || (status === 'Not Applicable' && draw % 8 < 4);
  if (!isValidated) return [false, null, null];
  const daysAgo = 30 + (draw % 700);
  const hasRunOut = status === 'Expired' || draw % 97 === 0;
  const validFor = hasRunOut ? daysAgo - (draw % 25) : daysAgo + 10 + (draw % 900);
  return [true, at(-daysAgo), draw % 5 > 0 || hasRunOut ? at(validFor - daysAgo) : null];
}

function levelOf(organization: DemoOrganization, member: number): number {
  const [home = 0] = organization.departmentsOf(member);
  return organization.levelOf(home);
}

const ACHIEVEMENT_KEYS = Object.keys(ACHIEVEMENTS).map(Number);

/** The achievements of an organization by name and type; those of further rounds are numbered. */
function achievementsOf({ achievementRounds }: DemoOrganization) {
  return Array.from({ length: achievementRounds }, (_, round) =>
    measurements.flatMap(({ key, name: type }) =>
      (ACHIEVEMENTS[key] ?? []).map(name => {
        return { key, name: round === 0 ? name : `${name}, part ${round + 1}`, type };
      }),
    ),
  ).flat();
}

export function* achievementRows(organization: DemoOrganization): Generator<Cell[]> {
  const { random, index, id } = organization;
  for (const [achievement, { name, type }] of achievementsOf(organization).entries()) {
    yield [random.uuid('achievement', index, achievement), id, name, type];
  }
}

/** Every profile requires achievements of these types, and half of the profiles those of each other type. */
const REQUIRED_OF_ALL = new Set([1, 5, 8, 9, 11]);

/** The places of the achievements that each profile requires: as many of each type as are planned. */
function requirementsOf(organization: DemoOrganization): number[][] {
  const { random, index, profiles, achievementsPerType } = organization;
  const places = new Map<number, number[]>(ACHIEVEMENT_KEYS.map(key => [key, []]));
  for (const [place, { key }] of achievementsOf(organization).entries())
    places.get(key)!.push(place);
  return Array.from({ length: profiles }, (_, profile) =>
    [...places].flatMap(([key, choices]) => {
      if (!REQUIRED_OF_ALL.has(key) && (profile + key) % 2 === 1) return [];
      const first = random.number(choices.length, FOR.requirement, index, profile, key);
      return [...choices.slice(first), ...choices].slice(0, achievementsPerType);
    }),
  );
}

export function* profileAchievementRows(organization: DemoOrganization): Generator<Cell[]> {
  const { random, index } = organization;
  for (const [profile, achievements] of requirementsOf(organization).entries()) {
    for (const achievement of achievements) {
      const id = random.uuid('achievement', index, achievement);
      yield [organization.profileId(profile), id];
    }
  }
}

const RARER_TICKETS = ['Pending', 'Expired', 'Submitted'] as const;

/**
 * Tickets for required achievements, some missing, and for one other; most valid, some expiring soon. One member in
 * twenty has an achievement twice.
 */
export function* ticketRows(organization: DemoOrganization, at: DaysFrom): Generator<Cell[]> {
  const { random, index, members } = organization;
  const achievementIds = achievementsOf(organization).map((_, achievement) =>
    random.uuid('achievement', index, achievement),
  );
  const required = requirementsOf(organization);
  for (let member = 0; member < members; member++) {
    const memberId = organization.memberId(member);
    const level = levelOf(organization, member);
    const ofProfiles = new Set(
      organization.profilesOf(member).flatMap(profile => required[profile]!),
    );
    const beside = random.number(achievementIds.length, FOR.achievement, index, member);
    const isTwice = random.percent(5, FOR.achievement, index, member, 1);
    const achievements = [...ofProfiles, beside, ...(isTwice ? [beside] : [])];
    for (const [ticket, achievement] of achievements.entries()) {
      const draw = random.number(10_000, FOR.ticket, index, member, ticket);
      const isValid = draw < 100 * level;
      // A quarter of the invalid ones have no ticket.
      if (!isValid && draw % 4 === 3) continue;
      const status = isValid ? 'Valid' : RARER_TICKETS[draw % 4]!;
      const isIssued = isValid || status === 'Expired';
      const hasRunOut = status === 'Expired' || draw % 97 === 0;
      const expires = hasRunOut ? -(1 + (draw % 400)) : 1 + (draw % 960);
      yield [
        random.uuid('ticket', index, member, ticket),
        memberId,
        achievementIds[achievement]!,
        // An achievement that a profile requires needs no ticket marked as required.
        ticket >= ofProfiles.size && draw % 3 > 0,
        status,
        isIssued ? at(expires - 1_095) : null,
        isIssued && (hasRunOut || draw % 6 > 0) ? at(expires) : null,
      ];
    }
  }
}
