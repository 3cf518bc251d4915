import { Problem } from '@platform/http';

/** 404: a slug that no package has (decisions-versioning, "Wire format"). */
export function packageNotFound(slug: string): Problem {
  return new Problem(
    'package-not-found',
    `There is no package named ${slug}. Create it with POST /api/packages, or increment it.`,
  );
}
