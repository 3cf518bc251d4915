import { json, type Setting } from '@platform/config';
import { z } from 'zod';

const entry = z
  .strictObject({
    claim: z.string().min(1).max(200),
    value: z.string().min(1).max(1_000),
    // The handle of the organization to which they get access; without one, rights in all their organizations.
    company: z.string().min(1).max(100).optional(),
    rights: z
      .array(
        z.enum(
          ['reports', 'api', 'developer', 'operator'],
          'must be reports, api, developer or operator',
        ),
      )
      .min(1),
    // The rows that report access shows: of departments that the member administers, else of the whole organization.
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
  .transform(({ company = null, scope = 'organization', ...grant }) => ({
    ...grant,
    company,
    scope,
  }));

/** Rights granted to people whose claim has a certain value. */
export type ProviderGrant = Readonly<z.output<typeof entry>>;

export type Right = ProviderGrant['rights'][number];

const link = z.strictObject({
  claim: z.string().min(1).max(200),
  company: z.string().min(1).max(100),
});

/** The claim that equals a member's code in the organization with a handle. */
export type LinkClaim = Readonly<z.output<typeof link>>;

/** The setting OIDC_LINK_CLAIM. */
export const linkClaimSetting: Setting<LinkClaim | null> = json(
  link.nullable(),
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
