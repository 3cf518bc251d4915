import { randomUUID } from 'node:crypto';
import { hashPassword } from '@platform/auth/passwords';
import { generateSecret } from '@platform/auth/secret';
import type { Database } from '@platform/db';

/** The minimum of bcrypt, so that tests do not spend their time hashing. */
const PASSWORD_COST = 4;

export interface SeededAccount {
  readonly id: number;
  readonly uuid: string;
  /** Empty if the account has none. */
  readonly email: string;
  readonly name: string;
}

export interface SeededMember {
  readonly id: number;
  readonly uuid: string;
  readonly name: string;
  readonly account: SeededAccount;
}

interface Row {
  readonly id: number;
  readonly uuid: string;
}

interface HowToGet {
  howToGet?: string;
  link?: string;
}

export interface AccountFacts {
  readonly email?: string | null;
  readonly apiAccess?: boolean;
  readonly reportAccess?: boolean;
  readonly isOperator?: boolean;
  readonly password?: string;
}

export interface MemberFacts extends AccountFacts {
  /** An existing account, which may be a member of other organizations. */
  readonly account?: SeededAccount;
  readonly code?: string | null;
  readonly personType?: string | null;
  readonly jobTitle?: string | null;
  readonly hasAccess?: boolean;
  readonly isDeveloper?: boolean;
  readonly reportScope?: 'organization' | 'administered' | 'departments';
  /** The departments of the report scope `departments`. */
  readonly reportDepartments?: readonly Pick<Row, 'uuid'>[];
  readonly keepsRecords?: boolean;
}

export type AffiliationFunction = 'Department' | 'Organization' | 'Administration' | 'Employee';

/** Creates records in the terms of the domain, with unsurprising defaults. */
export function createSeed({ prisma }: Database) {
  async function account(name: string, facts: AccountFacts = {}): Promise<SeededAccount> {
    const { email = `${randomUUID()}@example.org`, password, ...rights } = facts;
    const passwordHash =
      password === undefined ? null : await hashPassword(password, PASSWORD_COST);
    const uuid = randomUUID();
    const { id } = await prisma.account.create({
      data: {
        uuid,
        email,
        name,
        apiAccess: rights.apiAccess ?? rights.reportAccess ?? false,
        reportAccess: rights.reportAccess ?? false,
        isOperator: rights.isOperator ?? false,
        passwordHash,
      },
    });
    return { id, uuid, email: email ?? '', name };
  }

  /** Adds a suffix to the name as a unique handle. */
  async function company(name: string) {
    const uuid = randomUUID();
    const handle = `${name}-${uuid.slice(0, 8)}`;
    const { id } = await prisma.company.create({ data: { uuid, handle, name } });
    return new SeededCompany(prisma, account, { id, uuid, handle, name });
  }

  async function existingCompany(uuid: string) {
    const row = await prisma.company.findUniqueOrThrow({ where: { uuid } });
    return new SeededCompany(prisma, account, row);
  }

  /** Sets the account's personal secret for an organization, and returns its value. */
  async function secret(
    owner: SeededAccount,
    organization: Row,
    environment = 'test',
  ): Promise<string> {
    const { secret: value, prefix, hash } = generateSecret('vsk', environment);
    const data = { companyId: organization.id, prefix, hash: new Uint8Array(hash) };
    await prisma.personalSecret.upsert({
      where: { accountId: owner.id },
      create: { accountId: owner.id, ...data },
      update: data,
    });
    return value;
  }

  /** Creates a service account of an organization, and returns the value of its secret. */
  async function serviceSecret(
    organization: Pick<Row, 'id'>,
    { secret: value, prefix, hash } = generateSecret('vsk', 'test'),
  ): Promise<string> {
    const serviceAccount = { create: { name: randomUUID(), companyId: organization.id } };
    const data = { name: 'gateway', prefix, hash: new Uint8Array(hash), serviceAccount };
    await prisma.serviceSecret.create({ data });
    return value;
  }

  return { account, company, existingCompany, secret, serviceSecret };
}

export type Seed = ReturnType<typeof createSeed>;

/** An organization, and methods that add records to it. */
class SeededCompany {
  readonly id: number;
  readonly uuid: string;
  readonly handle: string;
  readonly name: string;
  /** All departments, as for reports without a caller. */
  readonly shownDepartments: readonly number[] | null = null;
  readonly measurementNames: readonly (string | null)[] = [];

  constructor(
    private readonly prisma: Database['prisma'],
    private readonly newAccount: (name: string, facts: AccountFacts) => Promise<SeededAccount>,
    row: Row & { handle: string; name: string },
  ) {
    this.id = row.id;
    this.uuid = row.uuid;
    this.handle = row.handle;
    this.name = row.name;
  }

  /** Adds a member, by default with access and the Developer role. */
  async member(name: string, facts: MemberFacts = {}): Promise<SeededMember> {
    const account = facts.account ?? (await this.newAccount(name, facts));
    const uuid = randomUUID();
    const { id } = await this.prisma.member.create({
      data: {
        uuid,
        companyId: this.id,
        accountId: account.id,
        code: facts.code ?? null,
        personType: facts.personType ?? null,
        jobTitle: facts.jobTitle ?? null,
        hasAccess: facts.hasAccess ?? true,
        isDeveloper: facts.isDeveloper ?? true,
        reportScope: facts.reportScope ?? 'organization',
        reportDepartments: (facts.reportDepartments ?? []).map(({ uuid: id }) => id),
        keepsRecords: facts.keepsRecords ?? false,
      },
    });
    return { id, uuid, name: account.name, account };
  }

  async department(
    name: string,
    facts: { code?: string | null; isFacility?: boolean } = {},
  ): Promise<Row> {
    const { code = null, isFacility = true } = facts;
    return this.prisma.department.create({
      data: { ...this.owned(), name, code, isFacility },
      select: { id: true, uuid: true },
    });
  }

  async affiliate(
    member: Row,
    department: Row,
    functionName: AffiliationFunction = 'Department',
  ): Promise<void> {
    await this.prisma.affiliation.create({
      data: {
        companyId: this.id,
        memberId: member.id,
        departmentId: department.id,
        function: functionName,
      },
    });
  }

  async competency(
    name: string,
    facts: { number?: string; criticality?: 'Critical' | 'NonCritical' } & HowToGet = {},
  ): Promise<Row> {
    return this.prisma.competency.create({
      data: { ...this.owned(), number: name, name, criticality: 'Critical', ...facts },
      select: { id: true, uuid: true },
    });
  }

  /** Adds a profile with the competencies and achievements that it requires. */
  async profile(
    name: string,
    competencies: readonly Row[],
    {
      code = null,
      achievements = [],
    }: { code?: string | null; achievements?: readonly Row[] } = {},
  ): Promise<Row> {
    const profile = await this.prisma.profile.create({
      data: { ...this.owned(), name, code },
      select: { id: true, uuid: true },
    });
    await this.prisma.profileCompetency.createMany({
      data: competencies.map(({ id }) => ({
        companyId: this.id,
        profileId: profile.id,
        competencyId: id,
      })),
    });
    await this.prisma.profileAchievement.createMany({
      data: achievements.map(({ id }) => ({
        companyId: this.id,
        profileId: profile.id,
        achievementId: id,
      })),
    });
    return profile;
  }

  async assign(
    member: Row,
    department: Row,
    profile: Row,
    facts: { isPrimary?: boolean; requiresCompliance?: boolean } = {},
  ): Promise<void> {
    const { isPrimary = false, requiresCompliance = true } = facts;
    await this.prisma.profileAssignment.create({
      data: {
        companyId: this.id,
        memberId: member.id,
        departmentId: department.id,
        profileId: profile.id,
        isPrimary,
        requiresCompliance,
      },
    });
  }

  /** Adds a member's standing on a competency. `isValidated` defaults to whether the status is Validated. */
  async standing(
    member: Row,
    competency: Row,
    status:
      | 'NotCompleted'
      | 'SelfAssessed'
      | 'Submitted'
      | 'Validated'
      | 'NeedsTraining'
      | 'NotApplicable'
      | 'Expired',
    facts: {
      isValidated?: boolean;
      validatedAt?: string | null;
      expiresAt?: string | null;
      validator?: Row;
    } = {},
  ): Promise<void> {
    const { isValidated = status === 'Validated', validatedAt = null, expiresAt = null } = facts;
    await this.prisma.competencyStanding.create({
      data: {
        companyId: this.id,
        memberId: member.id,
        competencyId: competency.id,
        status,
        isValidated,
        validatedAt,
        expiresAt,
        validatorId: facts.validator?.id ?? null,
      },
    });
  }

  async achievement(name: string, facts: { measurement?: number } & HowToGet = {}): Promise<Row> {
    return this.prisma.achievement.create({
      data: { ...this.owned(), name, measurement: 1, ...facts },
      select: { id: true, uuid: true },
    });
  }

  /** Adds a member's ticket for an achievement, and returns its ID. */
  async ticket(
    member: Row,
    achievement: Row,
    status: 'Pending' | 'Valid' | 'Expired' | 'Submitted',
    facts: {
      uuid?: string;
      issuedAt?: string | null;
      expiresAt?: string | null;
      isRequired?: boolean;
      certificateNumber?: string;
      note?: string;
    } = {},
  ): Promise<string> {
    const { uuid = randomUUID(), issuedAt = null, expiresAt = null, isRequired = true } = facts;
    const { certificateNumber = null, note = null } = facts;
    await this.prisma.ticket.create({
      data: {
        uuid,
        companyId: this.id,
        memberId: member.id,
        achievementId: achievement.id,
        status,
        issuedAt,
        expiresAt,
        isRequired,
        certificateNumber,
        note,
      },
    });
    return uuid;
  }

  private owned() {
    return { uuid: randomUUID(), companyId: this.id };
  }
}
