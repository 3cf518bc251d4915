import * as is from './column-types';
import { code, column, companyId, departmentId, file, id, memberId, ownId } from './define-file';
import type { ImportFile } from './import-file';

export const organizationFiles: readonly ImportFile[] = [
  file('companies.csv', {
    table: 'company',
    row: 'an organization',
    about: 'The organizations. Never deleted by --replace.',
    columns: {
      id: ownId('companies.csv', 'the organization'),
      handle: column(
        is.handle,
        'its short name in requests; unique regardless of letter case',
        'northwind',
      ),
      name: column(is.text(200), 'its name', 'Northwind Energy'),
      language: column(
        is.optional(is.oneOf('reporting.language', 'en', 'de', 'fr')),
        'the language of emails to people without their own; if empty, it does not change, and is en for a new organization',
        'en',
        { mayBeMissing: true },
      ),
    },
    isKept: true,
    special: { touches: true },
  }),
  file('accounts.csv', {
    table: 'account',
    row: 'an account',
    about:
      'People who can sign in or appear in reports. An existing account keeps its e-mail and rights unless --update-accounts is given. Never deleted by --replace.',
    columns: {
      id: ownId('accounts.csv', 'the account'),
      email: column(
        is.optional(is.email),
        'unique regardless of letter case; required for a password, emails and secrets',
        'alex@northwind.example',
      ),
      name: column(is.personName(200), 'full name', 'Alex Young'),
      isOperator: column(
        is.flag,
        'has access to every organization without membership, and to operator endpoints; true requires --allow-operators',
        'false',
      ),
      apiAccess: column(is.flag, 'may have a secret; must be true if reportAccess is', 'true'),
      reportAccess: column(is.flag, 'may read the reports that require report access', 'true'),
    },
    isKept: true,
  }),
  file('members.csv', {
    table: 'member',
    row: 'a member',
    about: 'Memberships in organizations. An account can be a member of an organization only once.',
    columns: {
      id: ownId('members.csv', 'the member'),
      companyId,
      accountId: id('accounts.csv', 'the account of the member'),
      code: code('A-001'),
      personType: column(is.optional(is.text(100)), 'such as Employee, Contractor', 'Employee'),
      jobTitle: column(is.optional(is.text(200)), 'job title', 'Operator'),
      hasAccess: column(
        is.flag,
        'whether the account has access to the organization; otherwise, reports omit the member',
        'true',
      ),
      isDeveloper: column(is.flag, 'whether the secrets of the account may call reports', 'false'),
      reportScope: column(
        is.optional(
          is.oneOf('reporting.report_scope', 'organization', 'administered', 'departments'),
        ),
        'whose rows reports show the member: everybody’s, those of the departments that the member administers, or of reportDepartments; for existing members, only changed with --update-accounts',
        'organization',
        { mayBeMissing: true, fallback: "'organization'::reporting.report_scope" },
      ),
      reportDepartments: column(is.ids, 'the 1 to 200 departments of the scope departments', '', {
        listOf: 'departments.csv',
        mayBeMissing: true,
        fallback: "'{}'::uuid[]",
      }),
    },
    special: {
      otherColumns: {
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
    about: 'The departments of members. A member can be in a department only once.',
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
        'the function in the department; use Department for most people, because reports exclude Employee by default',
        'Department',
      ),
    },
    key: ['memberId', 'departmentId'],
  }),
  file('profiles.csv', {
    table: 'profile',
    row: 'a profile',
    about: 'Sets of competencies and achievements that a job requires.',
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
    about: 'The profiles of members by department. A member can have one primary profile.',
    columns: {
      memberId,
      departmentId,
      profileId: id('profiles.csv', 'the profile'),
      isPrimary: column(is.flag, "whether it is the member's primary profile", 'true'),
      requiresCompliance: column(
        is.flag,
        'whether it counts for compliance; must be true if isPrimary is',
        'true',
      ),
    },
    key: ['memberId', 'departmentId', 'profileId'],
  }),
  file('measurements.csv', {
    table: 'measurement_name',
    row: 'the name of a measurement',
    about:
      'An organization’s own names for measurements; those without a row keep their default names.',
    columns: {
      companyId,
      key: column(is.measurement, 'the measurement', '1'),
      name: column(is.text(100), 'the name in the organization', 'Safety Certificates'),
    },
    key: ['companyId', 'key'],
  }),
];
