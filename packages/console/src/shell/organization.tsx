import { plural, t } from '@lingui/core/macro';
import { Stack, Text } from '@mantine/core';
import { useLocation } from '@tanstack/react-router';
import { ChevronDown } from 'lucide-react';
import { type Session, useOrganizationName } from '../api/queries';
import { Dimmed } from '../text/format';
import { ButtonLink } from '../ui/buttons';
import { Icon } from '../ui/icons';

/** The organization of the pages, and the number of shown departments unless all are shown. */
export function OrganizationPicker(props: { session: Session; organization: string | null }) {
  const { organizations } = props.session;
  const shown = organizations.find(({ handle }) => handle === props.organization)?.rights
    .reportDepartments;
  return (
    <Stack gap={1} miw={0}>
      <OrganizationName {...props} />
      {shown && (
        <Dimmed size="xs" lh={1.1} truncate>
          {plural(shown.length, { one: '# department', other: '# departments' })}
        </Dimmed>
      )}
    </Stack>
  );
}

/** The name, as a link to other organizations if there are any. */
function OrganizationName(props: { session: Session; organization: string | null }) {
  const { session, organization } = props;
  const { organizations, roles } = session;
  const name = useOrganizationName(session, organization);
  const { pathname } = useLocation();
  const [first, second] = organizations;
  // A link may name an organization without access.
  const isOnly = second === undefined && (organization ?? first?.handle) === first?.handle;
  if (!roles.isOperator && isOnly) {
    return (
      <Text size="sm" truncate>
        {first?.name ?? t`No organization`}
      </Text>
    );
  }
  const isChoosing = pathname.endsWith('/choose-organization');
  return (
    <ButtonLink
      to="/choose-organization"
      // Drops the page's person and filters, because IDs are specific to an organization.
      search={{ from: isChoosing ? undefined : pathname.replace(/^\/people\/.+/, '/directory') }}
      variant="default"
      size="xs"
      miw={0}
      maw={260}
      aria-label={name === null ? undefined : t`Organization: ${name}`}
      rightSection={<Icon of={ChevronDown} size={14} />}
    >
      <Text span inherit truncate lh={1.5}>
        {name ?? t`Choose an organization`}
      </Text>
    </ButtonLink>
  );
}

const KEY = 'organization';

/** Returns the handle of the pages' organization; null until one of several is chosen. */
export function organizationOf(session: Session, named: string | undefined): string | null {
  const { organizations, roles } = session;
  if (named !== undefined) return named;
  const last = localStorage.getItem(KEY);
  if (last !== null && (roles.isOperator || organizations.some(({ handle }) => handle === last))) {
    return last;
  }
  return organizations.length === 1 ? organizations[0]!.handle : null;
}

export function rememberOrganization(handle: string): void {
  localStorage.setItem(KEY, handle);
}

export function forgetOrganization(): void {
  localStorage.removeItem(KEY);
}
