import { Problem } from '@platform/http';

export function packageNotFound(slug: string): Problem {
  return new Problem(
    'package-not-found',
    `There is no package named ${slug}. Create it with POST /api/packages, or increment it.`,
  );
}
