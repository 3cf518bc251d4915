import { json, type Setting } from '@platform/config';
import { z } from 'zod';

/** Rights granted to people whose claim has a certain value. */
export interface ProviderGrant {
  readonly claim: string;
  readonly value: string;
  /** The handle of the organization to which they get access; null for rights in all their organizations. */
  readonly company: string | null;
  readonly rights: readonly Right[];
  /** The rows that report access shows: of the whole organization, or of departments that the member administers. */
  readonly scope: 'organization' | 'administered';
}

export type Right = 'reports' | 'api' | 'developer' | 'operator';

const entry = z
  .strictObject({
    claim: z.string().min(1).max(200),
    value: z.string().min(1).max(1_000),
    company: z.string().min(1).max(100).optional(),
    rights: z
      .array(
        z.enum(
          ['reports', 'api', 'developer', 'operator'],
          'must be reports, api, developer or operator',
        ),
      )
      .min(1),
    scope: z.literal('administered', 'must be administered').optional(),
  })
  .refine(
    ({ company, rights }) => company !== undefined || !rights.includes('developer'),
    'must have a company for the right developer',
  )
  .refine(
    ({ scope, rights }) => scope === undefined || rights.includes('reports'),
    'must include the right reports to have a scope',
  )
  .transform(({ company = null, scope = 'organization' as const, ...grant }) => ({
    ...grant,
    company,
    scope,
  }));

/** The claim that equals a member's code in an organization. */
export interface LinkClaim {
  readonly claim: string;
  /** The handle of the organization. */
  readonly company: string;
}

/** The setting OIDC_LINK_CLAIM. */
export const linkClaimSetting: Setting<LinkClaim | null> = json(
  z
    .strictObject({ claim: z.string().min(1).max(200), company: z.string().min(1).max(100) })
    .nullable(),
  'JSON with { claim, company }',
  'null',
  'claim that matches the code of a member without an e-mail, and the organization, as JSON (docs/contract/reporting.md)',
);

/** The setting OIDC_GRANTS. */
export const providerGrantsSetting: Setting<readonly ProviderGrant[]> = json(
  z.array(entry).max(1_000),
  'a JSON list of { claim, value, company?, rights, scope? }',
  '[]',
  'rights granted by claim values, as JSON (docs/contract/reporting.md)',
);
