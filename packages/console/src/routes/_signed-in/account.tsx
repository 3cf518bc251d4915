import { Stack } from '@mantine/core';
import { createFileRoute } from '@tanstack/react-router';
import { ChangePassword } from '../../features/account/change-password';
import { ClientSecrets } from '../../features/account/client-secrets';
import { OwnData } from '../../features/account/own-data';
import { PersonalSecret } from '../../features/account/personal-secret';
import { ProviderSection } from '../../features/account/provider-section';
import { RightsSection } from '../../features/account/rights-section';
import { organizationOf } from '../../shell/organization';
import { Time } from '../../text/format';
import { Page } from '../../ui/page';

export const Route = createFileRoute('/_signed-in/account')({ component: AccountPage });

/** The secrets and the password of whoever is signed in. */
function AccountPage() {
  const { session } = Route.useRouteContext();
  const { organization: named } = Route.useSearch();
  const organization = organizationOf(session, named);
  const { account, expiresAt } = session;
  return (
    <Page
      title="Account"
      about={
        <>
          {account.email === null ? account.name : `${account.name}, ${account.email}`} · signed in
          until <Time at={expiresAt} />
        </>
      }
    >
      <Stack gap="md" maw={980}>
        <RightsSection session={session} />
        {account.email !== null && (
          <>
            <PersonalSecret session={session} organization={organization} />
            <ClientSecrets session={session} organization={organization} />
          </>
        )}
        <ProviderSection session={session} />
        <OwnData />
        {account.email !== null && <ChangePassword email={account.email} />}
      </Stack>
    </Page>
  );
}
