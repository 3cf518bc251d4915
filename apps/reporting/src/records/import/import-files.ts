import path from 'node:path';
import { readStatement } from '@platform/db';
import * as is from './column-type';
import type { Change, FileName, ImportFile, RowFault } from './import-file';
import { date, timestamp } from './time-types';

const SQL = path.join(__dirname, 'sql');

function file(
  name: FileName,
  staging: string,
  columns: ImportFile['columns'],
  { isReferredTo = false, isKept = false, steps = ['apply'] } = {},
): ImportFile {
  const stem = path.basename(name, '.csv');
  return {
    name,
    staging,
    columns,
    faults: readStatement<RowFault>(SQL, `${stem}.faults.sql`),
    apply: steps.map(step => readStatement<Change>(SQL, `${stem}.${step}.sql`)),
    remove: isKept ? null : readStatement<{ deleted: number }>(SQL, `${stem}.remove.sql`),
    isReferredTo,
  };
}

const member = { memberId: is.uuid };
const owned = { id: is.uuid, companyId: is.uuid };
const code = { code: is.optional(is.text(100)) };

/** Every file of a folder (import-format.md), in the order in which they are brought in. */
export const importFiles: readonly ImportFile[] = [
  file(
    'companies.csv',
    'staged_company',
    { id: is.uuid, handle: is.handle, name: is.text(200) },
    { isKept: true },
  ),
  file(
    'accounts.csv',
    'staged_account',
    {
      id: is.uuid,
      email: is.email,
      name: is.text(200),
      isOperator: is.flag,
      apiAccess: is.flag,
      reportAccess: is.flag,
    },
    { isKept: true },
  ),
  file(
    'members.csv',
    'staged_member',
    {
      ...owned,
      accountId: is.uuid,
      ...code,
      personType: is.optional(is.text(100)),
      jobTitle: is.optional(is.text(200)),
      hasAccess: is.flag,
      isDeveloper: is.flag,
    },
    { isReferredTo: true },
  ),
  file(
    'departments.csv',
    'staged_department',
    { ...owned, name: is.text(200), ...code, isFacility: is.flag },
    { isReferredTo: true },
  ),
  file('affiliations.csv', 'staged_affiliation', {
    ...member,
    departmentId: is.uuid,
    function: is.oneOf('Department', 'Organization', 'Administration', 'Employee'),
  }),
  file(
    'profiles.csv',
    'staged_profile',
    { ...owned, name: is.text(200), ...code },
    { isReferredTo: true },
  ),
  file(
    'profile-assignments.csv',
    'staged_profile_assignment',
    {
      ...member,
      departmentId: is.uuid,
      profileId: is.uuid,
      isPrimary: is.flag,
      requiresCompliance: is.flag,
    },
    { steps: ['demote', 'apply'] },
  ),
  file(
    'competencies.csv',
    'staged_competency',
    {
      ...owned,
      number: is.text(100),
      name: is.text(500),
      criticality: is.oneOf('Critical', 'Non-Critical'),
    },
    { isReferredTo: true },
  ),
  file('profile-competencies.csv', 'staged_profile_competency', {
    profileId: is.uuid,
    competencyId: is.uuid,
  }),
  file('competency-standings.csv', 'staged_competency_standing', {
    ...member,
    competencyId: is.uuid,
    status: is.oneOf(
      'Not Completed',
      'Self-Assessed',
      'Submitted',
      'Validated',
      'Needs Training',
      'Not Applicable',
      'Expired',
    ),
    isValidated: is.flag,
    validatedAt: is.optional(timestamp),
    expiresAt: is.optional(timestamp),
    validatorId: is.optional(is.uuid),
  }),
  file(
    'achievements.csv',
    'staged_achievement',
    { ...owned, name: is.text(500), type: is.achievementType },
    { isReferredTo: true },
  ),
  file('tickets.csv', 'staged_ticket', {
    id: is.uuid,
    ...member,
    achievementId: is.uuid,
    isRequired: is.flag,
    status: is.oneOf('Pending', 'Valid', 'Expired', 'Submitted'),
    issuedAt: is.optional(timestamp),
    expiresAt: is.optional(timestamp),
  }),
  file(
    'compliance-snapshots.csv',
    'staged_compliance_snapshot',
    {
      departmentId: is.uuid,
      measurement: is.measurement,
      profileCondition: is.oneOf('compliance', 'primary'),
      snapshotDate: date,
      required: is.count,
      satisfied: is.count,
    },
    { isKept: true },
  ),
];

/** `memberId` is `member_id` in the staging table. */
export function stagingColumns({ columns }: ImportFile): string[] {
  return Object.keys(columns).map(name =>
    name.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`),
  );
}
