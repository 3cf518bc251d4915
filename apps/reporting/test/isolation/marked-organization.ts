import { randomUUID } from 'node:crypto';
import { takeSnapshot } from '../../src/compliance/snapshots/take-snapshot';
import { bearer, type castOf, type Headers, PASSWORD, xCompany } from '../cast';
import { signInAt } from '../identity/sign-in-at';
import type { TestApp } from '../start-test-app';

/** An organization whose records can be recognized wherever they appear. */
export interface MarkedOrganization {
  readonly handle: string;
  readonly uuid: string;
  /** A text in every name in the organization. */
  readonly mark: string;
  /** The ID of a record of each kind. */
  readonly ids: Readonly<Record<string, string>>;
  /** The credentials of a member with all rights, by kind. */
  readonly credentials: Readonly<Record<string, Headers>>;
}

export async function markOrganization(
  service: TestApp,
  { clientSecret }: Pick<ReturnType<typeof castOf>, 'clientSecret'>,
  name: string,
): Promise<MarkedOrganization> {
  const { seed, context } = service;
  const mark = `${name}-mark-${randomUUID().slice(0, 8)}`;
  const company = await seed.company(name);
  const { prisma } = context.db;
  await prisma.company.update({ where: { id: company.id }, data: { name: mark } });
  const facts = { code: `${mark} code`, personType: `${mark} type`, jobTitle: `${mark} job` };
  const owner = await company.member(`${mark} owner`, {
    ...facts,
    email: `${mark}@example.org`,
    reportAccess: true,
    password: PASSWORD,
  });
  const learner = await company.member(`${mark} learner`, facts);
  const department = await company.department(`${mark} department`, { code: `${mark} D` });
  const competency = await company.competency(`${mark} competency`);
  const profile = await company.profile(`${mark} profile`, [competency], { code: `${mark} P` });
  const achievement = await company.achievement(`${mark} achievement`);
  const soon = new Date(Date.now() + 10 * 86_400_000).toISOString();
  for (const member of [owner, learner]) {
    await company.affiliate(member, department);
    await company.assign(member, department, profile, { isPrimary: true });
    await company.standing(member, competency, 'Validated', { expiresAt: soon, validator: owner });
  }
  const schedule = await prisma.reportSchedule.create({
    data: {
      companyId: company.id,
      accountId: owner.account.id,
      name: `${mark} schedule`,
      ...{ report: 'directory-contacts', parameters: {}, format: 'csv', whenEmpty: 'send' },
      recurrence: { every: 'day', at: '07:00', timeZone: 'UTC' },
      recipients: [learner.uuid],
    },
  });
  const mail = await prisma.mail.create({
    data: {
      companyId: company.id,
      accountId: owner.account.id,
      ...{ kind: 'schedule', reason: mark },
      ...{ finishedAt: new Date(), outcome: 'failed', error: mark },
    },
  });
  const ticket = await company.ticket(owner, achievement, 'Valid', { expiresAt: soon });
  // The first is in the month of the documented example.
  for (const at of [new Date('2026-11-15'), new Date()]) {
    await takeSnapshot(context.db, company.id, at);
  }

  const secret = await seed.secret(owner.account, company);
  const client = await clientSecret(secret);
  const session = await signIn(service, owner.account.email);
  return {
    handle: company.handle,
    uuid: company.uuid,
    mark,
    ids: {
      company: company.uuid,
      account: owner.account.uuid,
      otherAccount: learner.account.uuid,
      member: owner.uuid,
      otherMember: learner.uuid,
      department: department.uuid,
      competency: competency.uuid,
      profile: profile.uuid,
      achievement: achievement.uuid,
      ticket,
      clientSecret: client.id,
      schedule: schedule.uuid,
      delivery: mail.uuid,
    },
    credentials: {
      'personal secret': bearer(secret),
      'client secret': bearer(client.secret),
      session: [...session, ...xCompany(company.handle)],
    },
  };
}

async function signIn({ url }: TestApp, email: string): Promise<Headers> {
  return [await signInAt(url, { email, password: PASSWORD })];
}
