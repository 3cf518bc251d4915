import { t } from '@lingui/core/macro';
import type { Schemas } from './api/client';

/** Definitions of terms, shown next to them and in the glossary. */
export const WORDS = {
  achievement: t`A certificate, course, orientation or document that people hold, such as First Aid.`,
  competency: t`Something that people have to be able to do, such as isolating a pressure vessel.`,
  requirement: t`An achievement or competency that a person needs, because of a profile or individually.`,
  ticket: t`The record that a person holds an achievement, or needs training for it, with its status, issue date and expiry.`,
  standing: t`The status of a person’s competency, such as Submitted or Validated. Without a record, it is Not Completed.`,
  measurement: t`One of twelve groups of requirements for which compliance is measured, such as Time-Sensitive Safety Certificates.`,
  profile: t`The requirements of a job. People have profiles, each in a department.`,
  profiles: t`Compliance counts the profiles that require compliance, Primary the main profile of each person, All every profile.`,
  function: t`The role of a person in a department: Department, Organization, Administration or Employee. Reports exclude Employee unless it is selected.`,
  gap: t`A person who should hold an achievement but has no valid ticket.`,
  snapshot: t`The figures of all departments, stored every week. Trends and comparisons with earlier months are based on them.`,
  developer: t`People with this role can read reports with secrets, and see achievement gaps without report access.`,
  handle: t`The short name of an organization in URLs and programs, such as acme.`,
  scope: t`The rows that somebody’s reports show: those of everybody, or of some departments.`,
} as const;

const NAMES = {
  Department: t`Department`,
  Organization: t`Organization`,
  Administration: t`Administration`,
  Employee: t`Employee`,
} as const;

export const FUNCTIONS = Object.keys(NAMES) as (keyof typeof NAMES)[];

export function functionName(name: string): string {
  return (NAMES as Readonly<Record<string, string>>)[name] ?? name;
}

export function criticalityName(criticality: string): string {
  return criticality === 'Critical' ? t`Critical` : t`Non-critical`;
}

export function primacyName(primacy: string): string {
  return primacy === 'Primary' ? t`Primary` : t`Secondary`;
}

type Provided = Omit<NonNullable<Schemas['Account']['fromProvider']>, 'until'>;

export function providedRights({ isOperator, apiAccess, reportAccess }: Provided): string[] {
  return [
    ...(isOperator ? [t`Operator`] : []),
    ...(reportAccess ? [t`Report access`] : apiAccess ? [t`API access`] : []),
  ];
}
