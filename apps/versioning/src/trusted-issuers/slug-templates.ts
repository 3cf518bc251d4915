type Claims = Readonly<Record<string, string>>;

/** A slug in TRUSTED_ISSUERS with a claim: `prefix{claim}` or `prefix{claim:path}`, optionally followed by `/*`. */
export interface SlugTemplate {
  readonly prefix: string;
  readonly claim: string;
  /** Whether the slug contains the claim from `fixed` on, or only the text after its last `/`. */
  readonly isPath: boolean;
  /** `/*` or empty. */
  readonly rest: string;
  /** The beginning of the claim that all projects of the entry share: `acme/` for `acme/*` and for `acme/shop`. */
  readonly fixed: string;
}

const TEMPLATE = /^(?<prefix>[^{}]*)\{(?<claim>[A-Za-z0-9_./-]+)(?<path>:path)?\}(?<rest>(\/\*)?)$/;

/** Null for a slug without a claim, or with the claim in another place. */
export function parseTemplate(slug: string, claims: Claims): SlugTemplate | null {
  const groups = TEMPLATE.exec(slug)?.groups;
  if (!groups) return null;
  const { prefix = '', claim = '', path, rest = '' } = groups;
  const pattern = claims[claim] ?? '';
  const fixed = pattern.slice(0, pattern.lastIndexOf('/') + 1);
  return { prefix, claim, isPath: path !== undefined, rest, fixed };
}

/** Claims that identify a project: within the issuer, or within the organization given by another claim. */
const PROJECTS: Readonly<Record<string, string | null>> = {
  repository_id: null,
  project_id: null,
  pipeline_id: null,
  pipeline_slug: 'organization_slug',
};

/** Explains why two projects of an entry could get the same slug; null if they cannot. */
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
  readonly Name: string;
  readonly Issuer: string;
  readonly Claims: Claims;
  readonly Slugs: readonly string[];
}

interface PlacedTemplate extends SlugTemplate {
  readonly name: string;
  readonly slug: string;
  readonly space: string;
  /** What an entry for a single project puts into the slug; null if a pattern matches several. */
  readonly text: string | null;
}

/** Describes two projects that would get the same slug; null if there are none. */
export function findCollision(entries: readonly Entry[]): string | null {
  const templates = entries.flatMap(placeTemplates);
  for (const one of templates) {
    for (const other of templates) {
      if (areOfOneProject(one, other) || !reaches(one, other)) continue;
      const slug = one.text === null ? `${other.prefix}shop` : one.prefix + one.text;
      const below = slug.slice(one.prefix.length);
      const project = one.fixed + (one.isPath ? below : below.split('/')[0]!);
      const another = other.fixed + (slug.slice(other.prefix.length) || 'shop');
      const [first, second] = one.name === other.name ? ['a', 'b'] : [one.name, other.name];
      return (
        `must not give two projects one slug: ${slug} would be that of ${project} ` +
        `(entry ${one.name}, ${one.slug}) and of ${another} (entry ${other.name}, ${other.slug}). Put text ` +
        `with a / before the claims of both, such as ${first}/{${one.claim}} and ${second}/{${other.claim}}`
      );
    }
  }
  return null;
}

function placeTemplates({ Name: name, Issuer, Claims, Slugs }: Entry): PlacedTemplate[] {
  return Slugs.flatMap(slug => {
    const template = parseTemplate(slug, Claims);
    if (!template) return [];
    const pattern = Claims[template.claim];
    const text = isExact(pattern) ? pattern!.slice(template.fixed.length) : null;
    return [{ ...template, name, slug, space: spaceOf(Issuer, template, Claims), text }];
  });
}

/** Within a space, a project has its own text, which is its own slug only after the same prefix. */
function areOfOneProject(one: PlacedTemplate, other: PlacedTemplate): boolean {
  if (one.space !== other.space) return false;
  const isOne = one.text !== null && one.text === other.text;
  return isOne || one.prefix === other.prefix || PROJECTS[one.claim] === null;
}

function spaceOf(issuer: string, { claim, fixed }: SlugTemplate, claims: Claims): string {
  const organization = claims[claim] === undefined ? PROJECTS[claim] : null;
  return JSON.stringify([issuer, claim, organization ? claims[organization] : fixed]);
}

/** Whether both can give the same slug: a project may be named like the text before the other's claim. */
function reaches(one: PlacedTemplate, other: PlacedTemplate): boolean {
  if (one.text !== null) {
    const [slug, wanted] = [one.prefix + one.text, other.prefix + (other.text ?? '')];
    const isEqual = other.text === null ? canGive(other, slug) : slug === wanted;
    return isEqual || (one.rest !== '' && wanted.startsWith(`${slug}/`));
  }
  return canGive(one, other.prefix);
}

/** Whether a slug of one of several projects can begin with a text. */
function canGive({ prefix, isPath, rest }: PlacedTemplate, beginning: string): boolean {
  if (!beginning.startsWith(prefix)) return false;
  return isPath || rest !== '' || !beginning.slice(prefix.length).includes('/');
}
