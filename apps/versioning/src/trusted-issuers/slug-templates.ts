type Claims = Readonly<Record<string, string>>;

/** `prefix{claim}` or `prefix{claim:path}`, also with `/*` behind it, as an entry of TRUSTED_ISSUERS has it in Slugs. */
export interface SlugTemplate {
  readonly prefix: string;
  readonly claim: string;
  /** The claim below `fixed`, with its `/`; else the text after its last `/`. */
  readonly isPath: boolean;
  /** `/*` or nothing. */
  readonly rest: string;
  /** The part of the claim that all projects of the entry have: `acme/` of `acme/*` and of `acme/shop`. */
  readonly fixed: string;
}

const TEMPLATE = /^(?<prefix>[^{}]*)\{(?<claim>[A-Za-z0-9_./-]+)(?<path>:path)?\}(?<rest>(\/\*)?)$/;

/** Null for a slug without a claim, and for one whose claim stands elsewhere. */
export function parseTemplate(slug: string, claims: Claims): SlugTemplate | null {
  const groups = TEMPLATE.exec(slug)?.groups;
  if (!groups) return null;
  const { prefix = '', claim = '', path, rest = '' } = groups;
  const pattern = claims[claim] ?? '';
  const fixed = pattern.slice(0, pattern.lastIndexOf('/') + 1);
  return { prefix, claim, isPath: path !== undefined, rest, fixed };
}

/** Claims that name one project of the issuer, the last one of the organization that another claim names. */
const PROJECTS: Readonly<Record<string, string | null>> = {
  repository_id: null,
  project_id: null,
  pipeline_id: null,
  pipeline_slug: 'organization_slug',
};

/** Why two projects of one entry could get the slug; null where they cannot. */
export function templateFault(slug: string, claims: Claims): string | null {
  if (!/[{}]/.test(slug)) return null;
  const template = parseTemplate(slug, claims);
  if (!template) {
    return `must end in its {claim} or in /* behind it: ${slug} could be a slug of another project. List such slugs in an entry of the one project`;
  }
  const { claim, isPath } = template;
  const pattern = claims[claim];
  if (pattern === undefined) {
    const organization = PROJECTS[claim];
    const isProject = organization === null || (organization && isExact(claims[organization]));
    return isProject ? null : `must have ${claim} in Claims, such as "${claim}": "acme/*"`;
  }
  if (pattern.endsWith(':*')) {
    return `must not be made of ${claim}, which may end in anything (${pattern})`;
  }
  if (isPath || !pattern.endsWith('/**')) return null;
  const group = pattern.slice(0, -2);
  return (
    `must not be made of the last segment of ${claim}: ${group}a/shop and ${group}b/shop would both be shop. ` +
    `Write {${claim}:path}, which gives a/shop and b/shop`
  );
}

function isExact(pattern: string | undefined): boolean {
  return pattern !== undefined && !pattern.includes('*');
}

interface Entry {
  readonly name: string;
  readonly issuer: string;
  readonly claims: Claims;
  readonly slugs: readonly string[];
}

/** A sentence with two projects to which templates would give one slug; null where there are none. */
export function findCollision(entries: readonly Entry[]): string | null {
  const templates = entries.flatMap(({ name, issuer, claims, slugs }) =>
    slugs.flatMap(slug => {
      const template = parseTemplate(slug, claims);
      return template
        ? [{ ...template, name, slug, space: spaceOf(issuer, template, claims) }]
        : [];
    }),
  );
  for (const one of templates) {
    for (const other of templates) {
      if (one.space === other.space || !reaches(one, other)) continue;
      const slug = `${other.prefix}shop`;
      const below = slug.slice(one.prefix.length);
      const project = one.fixed + (one.isPath ? below : below.split('/')[0]!);
      return (
        `must not give two projects one slug: ${slug} would be that of ${project} ` +
        `(entry ${one.name}, ${one.slug}) and of ${other.fixed}shop (entry ${other.name}, ${other.slug}). Put text ` +
        `with a / before the claims of both, such as ${one.name}/{${one.claim}} and ${other.name}/{${other.claim}}`
      );
    }
  }
  return null;
}

/** Within one space, a slug is that of one project. */
function spaceOf(issuer: string, { claim, fixed }: SlugTemplate, claims: Claims): string {
  const organization = claims[claim] === undefined ? PROJECTS[claim] : null;
  return JSON.stringify([issuer, claim, organization ? claims[organization] : fixed]);
}

/** Whether `one` can give a slug that `other` gives: a project may be named as the text before the other's claim. */
function reaches(one: SlugTemplate, other: SlugTemplate): boolean {
  if (!other.prefix.startsWith(one.prefix)) return false;
  const hasSegments = one.isPath || one.rest !== '';
  return hasSegments || !other.prefix.slice(one.prefix.length).includes('/');
}
