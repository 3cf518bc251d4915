import { createFileRoute, Outlet, redirect, useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { organizationOf, rememberOrganization } from '../../shell/organization';

/** Pages about an organization: the one in the address, the only one, or the last one chosen. */
export const Route = createFileRoute('/_signed-in/_organization')({
  beforeLoad: ({ context: { session }, search, location }) => {
    const organization = organizationOf(session, search.organization);
    if (organization !== null) return { organization };
    throw redirect({ to: '/choose-organization', search: { from: location.href }, replace: true });
  },
  component: OrganizationLayout,
});

function OrganizationLayout() {
  const { organization, session } = Route.useRouteContext();
  const search = Route.useSearch();
  const navigate = useNavigate();
  const isNamed = search.organization !== undefined;
  const isOnly = session.organizations.length === 1 && !session.roles.isOperator;
  useEffect(() => {
    rememberOrganization(organization);
    if (isNamed || isOnly) return;
    // Adds the organization to the address, so that links can be shared.
    void navigate({ to: '.', search: before => ({ ...before, organization }), replace: true });
  }, [organization, isNamed, isOnly, navigate]);
  // Remounts pages, so that no state is carried over to another organization.
  return <Outlet key={organization} />;
}
