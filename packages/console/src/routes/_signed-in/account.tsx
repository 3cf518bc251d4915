import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Stack } from '@mantine/core';
import { createFileRoute } from '@tanstack/react-router';
import { api } from '../../api/client';
import { ChangePassword } from '../../features/account/change-password';
import { ClientSecrets } from '../../features/account/client-secrets';
import { LanguageSection } from '../../features/account/language-section';
import { PersonalSecret } from '../../features/account/personal-secret';
import { ProviderSection, RightsSection } from '../../features/account/rights-section';
import { organizationOf } from '../../shell/organization';
import { Time } from '../../text/format';
import { DownloadsAs } from '../../ui/downloads';
import { Page, Section } from '../../ui/page';

export const Route = createFileRoute('/_signed-in/account')({ component: AccountPage });

function AccountPage() {
  const { session } = Route.useRouteContext();
  const { organization: named } = Route.useSearch();
  const organization = organizationOf(session, named);
  const { account, expiresAt } = session;
  const who = account.email === null ? account.name : `${account.name}, ${account.email}`;
  return (
    <Page
      title={t`Account`}
      about={
        <Trans>
          {who} · signed in until <Time at={expiresAt} />
        </Trans>
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
        <LanguageSection session={session} organization={organization} />
        <OwnData />
        {account.email !== null && <ChangePassword email={account.email} />}
      </Stack>
    </Page>
  );
}

const ARCHIVE = [{ format: 'zip', label: t`Download my data` }] as const;

function OwnData() {
  return (
    <Section
      title={t`My data`}
      about={t`Everything stored about you, as a zip archive of JSON and CSV. To have it erased, ask an operator.`}
    >
      <DownloadsAs formats={ARCHIVE} run={(_, call) => api.GET('/me/export', { ...call })} />
    </Section>
  );
}
