import type { Session } from '../api/queries';

const KEY = 'organization';

/** The handle of the organization that pages are about; null until one of several is chosen. */
export function organizationOf(session: Session, named: string | undefined): string | null {
  const { organizations, roles } = session;
  if (named !== undefined) return named;
  const last = localStorage.getItem(KEY);
  if (last !== null && (roles.isOperator || organizations.some(({ handle }) => handle === last))) {
    return last;
  }
  return organizations.length === 1 ? organizations[0]!.handle : null;
}

/** The next visit begins with it. */
export function rememberOrganization(handle: string): void {
  localStorage.setItem(KEY, handle);
}

export function forgetOrganization(): void {
  localStorage.removeItem(KEY);
}
