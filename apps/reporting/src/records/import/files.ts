import type { ColumnType } from './column-types';
import * as is from './column-types';
import type { Column, FileName, ImportFile } from './import-file';

type Details = Pick<ImportFile, 'table' | 'row' | 'about' | 'columns'> &
  Partial<Pick<ImportFile, 'key' | 'isKept' | 'special'>>;

function file(name: FileName, details: Details): ImportFile {
  return { name, key: ['id'], isKept: false, special: {}, ...details };
}

function column(type: ColumnType, about: string, example: string, stored?: string): Column {
  return { type, about, example, of: null, stored: stored ?? null };
}

function id(of: FileName, about: string, type = is.uuid, stored?: string): Column {
  return { type, about, example: '', of, stored: stored ?? null };
}

const ownId = (of: FileName, what: string) =>
  id(of, `identifies ${what}, now and later`, is.uuid, 'uuid');
const companyId = id('companies.csv', 'its organization');
const memberId = id('members.csv', 'the member');
const departmentId = id('departments.csv', 'the department');
const code = (example: string) =>
  column(is.optional(is.text(100)), 'what people know it by in other systems', example);

export const importFiles: readonly ImportFile[] = [
  file('companies.csv', {
    table: 'company',
    row: 'an organization',
    about: 'The organizations. Never deleted by --replace.',
    columns: {
      id: ownId('companies.csv', 'the organization'),
      handle: column(
        is.handle,
        'its short name in requests; unique in any case of letters',
        'acme',
      ),
      name: column(is.text(200), 'its name', 'Acme Energy'),
    },
    isKept: true,
    special: { faults: true, before: 'companies.change.sql', touches: true },
  }),
  file('accounts.csv', {
    table: 'account',
    row: 'an account',
    about:
      'The people who may sign in, or are reported on. An existing account keeps its e-mail and rights unless --update-accounts is given. Never deleted by --replace.',
    columns: {
      id: ownId('accounts.csv', 'the account'),
      email: column(is.email, 'unique in any case of letters', 'ada@example.com'),
      name: column(is.text(200), 'full name', 'Ada Lovelace'),
      isOperator: column(
        is.flag,
        'reaches every organization without membership, and the operator endpoints; needs the same grants',
        'false',
      ),
      apiAccess: column(is.flag, 'may hold a secret; true where reportAccess is', 'true'),
      reportAccess: column(is.flag, 'may read the reports that need report access', 'true'),
    },
    isKept: true,
    special: {
      faults: true,
      apply: true,
      last: ['accounts.change.sql', 'accounts.update.sql'],
    },
  }),
  file('members.csv', {
    table: 'member',
    row: 'a member',
    about: 'Who belongs to which organization; an account is a member of an organization once.',
    columns: {
      id: ownId('members.csv', 'the member'),
      companyId,
      accountId: id('accounts.csv', 'whose account it is'),
      code: code('A-001'),
      personType: column(is.optional(is.text(100)), 'such as Employee, Contractor', 'Employee'),
      jobTitle: column(is.optional(is.text(200)), 'job title', 'Operator'),
      hasAccess: column(
        is.flag,
        'whether the organization is open to the account; else it is not reported on',
        'true',
      ),
      isDeveloper: column(is.flag, 'whether its secrets may call the reports', 'false'),
    },
    special: { faults: true, before: 'members.audit.sql' },
  }),
  file('departments.csv', {
    table: 'department',
    row: 'a department',
    about: 'The departments of each organization.',
    columns: {
      id: ownId('departments.csv', 'the department'),
      companyId,
      name: column(is.text(200), 'its name', 'Grand Forks Gas Plant'),
      code: code('GF'),
      isFacility: column(is.flag, 'whether monthly statistics cover it', 'true'),
    },
  }),
  file('affiliations.csv', {
    table: 'affiliation',
    row: 'an affiliation',
    about: 'Who is in which departments, each once.',
    columns: {
      memberId,
      departmentId,
      function: column(
        is.oneOf(
          'reporting.affiliation_function',
          'Department',
          'Organization',
          'Administration',
          'Employee',
        ),
        'as what; reports count all but Employee unless they are asked to',
        'Department',
      ),
    },
    key: ['memberId', 'departmentId'],
  }),
  file('profiles.csv', {
    table: 'profile',
    row: 'a profile',
    about: 'Sets of competencies that a job needs.',
    columns: {
      id: ownId('profiles.csv', 'the profile'),
      companyId,
      name: column(is.text(200), 'its name', 'Plant Operator'),
      code: code('PO'),
    },
  }),
  file('profile-assignments.csv', {
    table: 'profile_assignment',
    row: 'an assignment',
    about:
      'Which profiles a member has in which department. A member has one primary profile at most.',
    columns: {
      memberId,
      departmentId,
      profileId: id('profiles.csv', 'the profile'),
      isPrimary: column(is.flag, "whether it is the member's primary profile", 'true'),
      requiresCompliance: column(
        is.flag,
        'whether it counts for compliance; true where isPrimary is',
        'true',
      ),
    },
    key: ['memberId', 'departmentId', 'profileId'],
    special: { faults: true, before: 'profile-assignments.demote.sql' },
  }),
  file('competencies.csv', {
    table: 'competency',
    row: 'a competency',
    about: 'What members have to be able to do.',
    columns: {
      id: ownId('competencies.csv', 'the competency'),
      companyId,
      number: column(is.text(100), 'by which lists are ordered', '1.01'),
      name: column(is.text(500), 'its name', 'Isolate a pressure vessel'),
      criticality: column(
        is.oneOf('reporting.criticality', 'Critical', 'Non-Critical'),
        'which of two measurements counts it',
        'Critical',
      ),
    },
  }),
  file('profile-competencies.csv', {
    table: 'profile_competency',
    row: 'a competency of a profile',
    about: 'Which competencies a profile needs.',
    columns: {
      profileId: id('profiles.csv', 'the profile'),
      competencyId: id('competencies.csv', 'the competency'),
    },
    key: ['profileId', 'competencyId'],
  }),
  file('competency-standings.csv', {
    table: 'competency_standing',
    row: 'a standing',
    about: 'How a member stands by a competency; no row means not completed.',
    columns: {
      memberId,
      competencyId: id('competencies.csv', 'the competency'),
      status: column(
        is.oneOf(
          'reporting.standing_status',
          'Not Completed',
          'Self-Assessed',
          'Submitted',
          'Validated',
          'Needs Training',
          'Not Applicable',
          'Expired',
        ),
        'its status',
        'Validated',
      ),
      isValidated: column(
        is.flag,
        'whether somebody validated it; counts with Not Applicable',
        'true',
      ),
      validatedAt: column(is.optional(is.timestamp), 'when it was validated', '2026-02-01'),
      expiresAt: column(
        is.optional(is.timestamp),
        'from when it counts as Expired',
        '2028-02-01T09:00:00-07:00',
      ),
      validatorId: id('members.csv', 'the member who validated it', is.optional(is.uuid)),
    },
    key: ['memberId', 'competencyId'],
  }),
  file('achievements.csv', {
    table: 'achievement',
    row: 'an achievement',
    about: 'Certificates, courses, orientations and documents that members hold tickets of.',
    columns: {
      id: ownId('achievements.csv', 'the achievement'),
      companyId,
      name: column(is.text(500), 'its name', 'First Aid'),
      type: column(
        is.achievementType,
        'the measurement that counts it',
        'Time-Sensitive Safety Certificates',
        'measurement',
      ),
    },
  }),
  file('tickets.csv', {
    table: 'ticket',
    row: 'a ticket',
    about: 'Which achievements a member holds or has to get.',
    columns: {
      id: ownId('tickets.csv', 'the ticket'),
      memberId,
      achievementId: id('achievements.csv', 'the achievement'),
      isRequired: column(is.flag, 'whether the member needs it', 'true'),
      status: column(
        is.oneOf('reporting.ticket_status', 'Pending', 'Valid', 'Expired', 'Submitted'),
        'its status',
        'Valid',
      ),
      issuedAt: column(is.optional(is.timestamp), 'when it was issued', '2026-01-15'),
      expiresAt: column(is.optional(is.timestamp), 'from when it counts as Expired', '2029-01-15'),
    },
  }),
  file('compliance-snapshots.csv', {
    table: 'compliance_snapshot',
    row: 'a snapshot',
    about:
      'The history that trends read, from before the first snapshot was taken here. Never deleted by --replace.',
    columns: {
      departmentId: { ...departmentId, stored: 'department_uuid' },
      measurement: column(is.measurement, 'the measurement', '3'),
      profileCondition: column(
        is.oneOf('reporting.profile_condition', 'compliance', 'primary'),
        'profiles that require compliance, or primary ones alone',
        'compliance',
      ),
      snapshotDate: column(is.date, 'the day of which it tells', '2026-10-25'),
      required: column(is.count, 'how much was required of the department', '2'),
      satisfied: column(is.count, 'how much of that was satisfied', '1'),
    },
    key: ['departmentId', 'measurement', 'profileCondition', 'snapshotDate'],
    isKept: true,
    special: { faults: true },
  }),
];
