import { randomUUID } from 'node:crypto';
import type { Database } from '@platform/db';
import type { Organization } from '../../../src/http/principal';
import { type Expiry, isPrimary, type World, type WorldMember } from './world';

export interface StoredWorld extends Organization {
  readonly departments: readonly string[];
  readonly members: readonly string[];
}

/** Stores the facts as a new organization, with the same names in each. */
export async function storeWorld(
  { prisma }: Database,
  { facilities, competencies, profiles, requirements, achievements, members }: World,
  now: Date,
): Promise<StoredWorld> {
  const handle = randomUUID();
  const company = await prisma.company.create({
    data: { uuid: randomUUID(), handle, name: 'Acme' },
  });
  const owned = () => ({ companyId: company.id, uuid: randomUUID() });
  const at = (milliseconds: Expiry) =>
    milliseconds === null ? null : new Date(now.getTime() + milliseconds);
  const returned = { select: { id: true, uuid: true } };

  const department = await prisma.department.createManyAndReturn({
    data: facilities.map((isFacility, n) => ({ ...owned(), name: `Department ${n}`, isFacility })),
    ...returned,
  });
  const competency = await prisma.competency.createManyAndReturn({
    data: competencies.map((isCritical, n) => ({
      ...owned(),
      name: `Competency ${n}`,
      number: `${n}`,
      criticality: isCritical ? ('Critical' as const) : ('NonCritical' as const),
    })),
    ...returned,
  });
  const profile = await prisma.profile.createManyAndReturn({
    data: profiles.map((_, n) => ({ ...owned(), name: `Profile ${n}` })),
    ...returned,
  });
  const achievement = await prisma.achievement.createManyAndReturn({
    data: achievements.map((measurement, n) => ({
      ...owned(),
      name: `Achievement ${n}`,
      measurement,
    })),
    ...returned,
  });
  const account = await prisma.account.createManyAndReturn({
    data: members.map((_, n) => ({
      uuid: randomUUID(),
      email: `${randomUUID()}@example.org`,
      name: `Member ${n}`,
    })),
    ...returned,
  });
  const person = await prisma.member.createManyAndReturn({
    data: members.map(({ hasAccess }, n) => ({
      ...owned(),
      accountId: account[n]!.id,
      hasAccess,
      isDeveloper: false,
    })),
    ...returned,
  });
  const companyId = company.id;
  const ofMembers = <Row>(rows: (facts: WorldMember, memberId: number) => Row[]) =>
    members.flatMap((facts, n) => rows(facts, person[n]!.id));

  await prisma.profileCompetency.createMany({
    data: profiles.flatMap((needs, n) =>
      needs.map(need => ({
        companyId,
        profileId: profile[n]!.id,
        competencyId: competency[need]!.id,
      })),
    ),
  });
  await prisma.profileAchievement.createMany({
    data: requirements.flatMap((required, n) =>
      required.map(each => ({
        companyId,
        profileId: profile[n]!.id,
        achievementId: achievement[each]!.id,
      })),
    ),
  });
  await prisma.affiliation.createMany({
    data: ofMembers(({ functions }, memberId) =>
      functions.flatMap((name, n) =>
        name ? [{ companyId, memberId, departmentId: department[n]!.id, function: name }] : [],
      ),
    ),
  });
  await prisma.profileAssignment.createMany({
    data: ofMembers((facts, memberId) =>
      facts.assignments.map(assignment => ({
        companyId,
        memberId,
        departmentId: department[assignment.department]!.id,
        profileId: profile[assignment.profile]!.id,
        isPrimary: isPrimary(facts, assignment),
        requiresCompliance: isPrimary(facts, assignment) || assignment.requiresCompliance,
      })),
    ),
  });
  await prisma.competencyStanding.createMany({
    data: ofMembers(({ standings }, memberId) =>
      standings.flatMap((standing, n) => {
        if (!standing) return [];
        const { status, isValidated, expiry: expires } = standing;
        const competencyId = competency[n]!.id;
        return [{ companyId, memberId, competencyId, status, isValidated, expiresAt: at(expires) }];
      }),
    ),
  });
  await prisma.ticket.createMany({
    data: ofMembers(({ tickets }, memberId) =>
      tickets.map(({ achievement: n, status, isRequired, issue, expiry: expires }) => ({
        uuid: randomUUID(),
        companyId,
        memberId,
        achievementId: achievement[n]!.id,
        status,
        isRequired,
        issuedAt: at(issue),
        expiresAt: at(expires),
      })),
    ),
  });
  return {
    ...company,
    shownDepartments: null,
    measurementNames: [],
    departments: department.map(({ uuid }) => uuid),
    members: person.map(({ uuid }) => uuid),
  };
}
