import * as is from './column-types';
import {
  code,
  column,
  companyId,
  departmentId,
  file,
  id,
  lackable,
  memberId,
  ownId,
} from './define-file';
import type { ImportFile } from './import-file';

/** Who there is, where, and with which profiles. */
export const organizationFiles: readonly ImportFile[] = [
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
      language: lackable(
        column(
          is.optional(is.oneOf('reporting.language', 'en', 'de', 'fr')),
          'of mails to people whose account has none; where empty, it stays as it is, and is en for a new organization',
          'en',
        ),
      ),
    },
    isKept: true,
    special: { faults: true, before: 'change', touches: true },
  }),
  file('accounts.csv', {
    table: 'account',
    row: 'an account',
    about:
      'The people who may sign in, or are reported on. An existing account keeps its e-mail and rights unless --update-accounts is given. Never deleted by --replace.',
    columns: {
      id: ownId('accounts.csv', 'the account'),
      email: column(
        is.optional(is.email),
        'unique in any case of letters; without one there is no password, mail or secret',
        'alex@northwind.example',
      ),
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
      last: ['change', 'update'],
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
      reportScope: {
        ...column(
          is.optional(
            is.oneOf('reporting.report_scope', 'organization', 'administered', 'departments'),
          ),
          'whose rows the reports show: everybody’s, those of the departments that the member administers, or of reportDepartments; taken of a new member, and of others with --update-accounts',
          'organization',
        ),
        mayLack: true,
        fallback: "'organization'::reporting.report_scope",
      },
      reportDepartments: {
        ...column(is.ids, 'the departments of the scope departments, 1 to 200', ''),
        listOf: 'departments.csv',
        mayLack: true,
        fallback: "'{}'::uuid[]",
      },
    },
    special: {
      faults: true,
      before: 'audit',
      besides: {
        keeps_records: 'boolean',
        provider_access: 'boolean',
        provider_developer: 'boolean',
      },
    },
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
        'as what, Department for most people: reports leave Employee out unless they are asked for it',
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
    special: { faults: true, before: 'demote' },
  }),
  file('measurements.csv', {
    table: 'measurement_name',
    row: 'the name of a measurement',
    about: 'What an organization calls the measurements; one without a row keeps its own name.',
    columns: {
      companyId,
      key: column(is.measurement, 'the measurement', '1'),
      name: column(is.text(100), 'what the organization calls it', 'Safety Certificates'),
    },
    key: ['companyId', 'key'],
  }),
];
