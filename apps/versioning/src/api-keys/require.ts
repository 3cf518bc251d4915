import { Problem } from '@platform/http';
import type { KeyPrincipal } from './key-principal';
import type { Scope } from './scope';
import { reaches } from './slug-pattern';

/** @throws Problem key-scope */
export function requireScope({ name, scopes }: KeyPrincipal, scope: Scope): void {
  if (scopes.includes(scope)) return;
  throw new Problem(
    'key-scope',
    `The key ${name} has the scopes ${scopes.join(', ')}; this call needs ${scope}. Use a key that has it.`,
  );
}

/** The same answer whether the slug exists or not. @throws Problem key-scope */
export function requireSlugAccess({ name, slugPattern }: KeyPrincipal, slug: string): void {
  if (reaches(slugPattern, slug)) return;
  throw new Problem(
    'key-scope',
    `The key ${name} reaches the slugs ${slugPattern}; this one is outside. Use a key that reaches it.`,
  );
}
