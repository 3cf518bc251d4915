import type { ColumnType } from './column-type';
import * as is from './column-types';
import * as when from './date-types';
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
        'northwind',
      ),
      name: column(is.text(200), 'its name', 'Northwind Energy'),
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
      email: column(is.email, 'unique in any case of letters', 'alex@northwind.example'),
      name: column(is.text(200), 'full name', 'Alex Young'),
      isOperator: column(
        is.flag,
        'reaches every organization without membership, and the operator endpoints; true needs --allow-operators',
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
    about: 'Sets of competencies and achievements that a job needs.',
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
      validatedAt: column(is.optional(when.timestamp), 'when it was validated', '2026-02-01'),
      expiresAt: column(
        is.optional(when.timestamp),
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
  file('profile-achievements.csv', {
    table: 'profile_achievement',
    row: 'an achievement of a profile',
    about:
      'Which achievements a profile requires, of everybody to whom it is assigned. Without it, only tickets require achievements.',
    columns: {
      profileId: id('profiles.csv', 'the profile'),
      achievementId: id('achievements.csv', 'the achievement'),
    },
    key: ['profileId', 'achievementId'],
  }),
  file('tickets.csv', {
    table: 'ticket',
    row: 'a ticket',
    about: 'Which achievements a member holds or has to get.',
    columns: {
      id: ownId('tickets.csv', 'the ticket'),
      memberId,
      achievementId: id('achievements.csv', 'the achievement'),
      isRequired: column(
        is.flag,
        'whether the member needs it, whatever the profiles require',
        'true',
      ),
      status: column(
        is.oneOf('reporting.ticket_status', 'Pending', 'Valid', 'Expired', 'Submitted'),
        'its status',
        'Valid',
      ),
      issuedAt: column(is.optional(when.timestamp), 'when it was issued', '2026-01-15'),
      expiresAt: column(
        is.optional(when.timestamp),
        'from when it counts as Expired',
        '2029-01-15',
      ),
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
      snapshotDate: column(when.date, 'the day of which it tells', '2026-10-25'),
      required: column(is.count, 'how much was required of the department', '2'),
      satisfied: column(is.count, 'how much of that was satisfied', '1'),
    },
    key: ['departmentId', 'measurement', 'profileCondition', 'snapshotDate'],
    isKept: true,
    special: { faults: true },
  }),
  file('monthly-statistics.csv', {
    table: 'monthly_statistic',
    row: 'a statistic',
    about:
      'Monthly statistics of before the first snapshot was taken here, as the report has them. A month with snapshots taken here keeps its statistics unless --update-history is given. Never deleted by --replace.',
    columns: {
      memberId: { ...memberId, stored: 'member_uuid' },
      departmentId: { ...departmentId, stored: 'department_uuid' },
      month: column(when.month, 'the month of which it tells', '2025-11'),
      asAt: column(when.timestamp, 'when it was so', '2025-11-30'),
      category: column(
        is.category,
        'of the primary profile, or of secondary ones',
        'Primary',
        'item_number',
      ),
      required: column(
        is.count,
        'how many are required; the sum of all counts below but notApplicableValidated and completed',
        '8',
      ),
      validated: column(is.count, 'how many are validated', '5'),
      expired: column(is.count, 'how many have expired', '1'),
      notCompleted: column(is.count, 'how many are not completed', '1'),
      notApplicable: column(is.count, 'how many are not applicable', '1'),
      notApplicableValidated: column(is.count, 'how many of these are validated', '1'),
      needsTraining: column(is.count, 'how many need training', '0'),
      selfAssessed: column(is.count, 'how many the member assessed alone', '0'),
      submitted: column(is.count, 'how many are submitted for validation', '0'),
      completed: column(is.optional(is.count), 'validated and notApplicableValidated', '6'),
      progress: column(
        is.optional(is.share),
        'the share that is neither notCompleted nor expired',
        '0.75',
      ),
      score: column(is.optional(is.share), 'the share that is completed', '0.75'),
    },
    key: ['departmentId', 'memberId', 'month', 'category'],
    isKept: true,
    special: { faults: true, apply: true },
  }),
];
