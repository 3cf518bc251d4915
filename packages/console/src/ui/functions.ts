import { t } from '@lingui/core/macro';

const NAMES = {
  Department: t`Department`,
  Organization: t`Organization`,
  Administration: t`Administration`,
  Employee: t`Employee`,
} as const;

/** The word for the function of an affiliation. */
export function functionName(name: string): string {
  return (NAMES as Readonly<Record<string, string>>)[name] ?? name;
}
