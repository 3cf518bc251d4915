import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Box, Stack } from '@mantine/core';
import { createFileRoute } from '@tanstack/react-router';
import { keepLanguage, type Language } from '#language';
import { ApiError, api } from '../../api/client';
import { type Session, useCompany } from '../../api/queries';
import { ProviderSection, RightsSection } from '../../features/account/rights-section';
import { ClientSecrets, PersonalSecret } from '../../features/account/secrets';
import { organizationOf } from '../../shell/organization';
import { Time } from '../../text/format';
import { DownloadsAs } from '../../ui/downloads';
import { Field, Form, formText, LanguageField } from '../../ui/form';
import { notify, useChange } from '../../ui/notices';
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

function ChangePassword({ email }: { email: string }) {
  const change = (data: FormData) =>
    api
      .post('/me/password', {
        body: { current: formText(data, 'current'), new: formText(data, 'new') },
      })
      .catch(rethrowWrongPassword);
  const finish = () =>
    void notify({ message: t`The password has been changed. All your other sessions have ended.` });
  return (
    <Section
      title={t`Change password`}
      about={t`At least 12 characters, and not a common password. Your other sessions will end.`}
    >
      <Box maw={380}>
        <Form send={change} onSent={finish} action={t`Change password`}>
          <input hidden readOnly autoComplete="username" value={email} />
          <Field
            type="password"
            name="current"
            label={t`Current password`}
            autoComplete="current-password"
            required
          />
          <Field
            type="password"
            name="new"
            label={t`New password`}
            autoComplete="new-password"
            minLength={12}
            required
          />
        </Form>
      </Box>
    </Section>
  );
}

/** Attributes a wrong password to its field. */
function rethrowWrongPassword(error: unknown): never {
  if (!(error instanceof ApiError) || error.code !== 'sign-in-failed') throw error;
  const fields = new Map([['current', t`The current password is incorrect.`]]);
  throw new ApiError(error.status, error.title, error.detail, error.code, null, fields);
}

/** The language of the account, for pages and emails, and for operators the language of the organization. */
function LanguageSection(props: { session: Session; organization: string | null }) {
  const { session, organization } = props;
  const choose = useChange({
    mutationFn: (language: Language | null) => api.put('/me/language', { body: { language } }),
    onSuccess: (_, language) => {
      keepLanguage(language);
      window.location.reload();
    },
  });
  return (
    <Section
      title={t`Language`}
      about={t`For the pages and for e-mails to you. Names and texts of your organization are not translated.`}
    >
      <LanguageField
        label={t`Your language`}
        none={t`Pages: browser language; e-mails: organization language`}
        value={session.account.language ?? ''}
        disabled={choose.isPending}
        onChange={({ currentTarget: { value } }) =>
          choose.mutate(value === '' ? null : (value as Language))
        }
        maw={520}
      />
      {session.roles.isOperator && organization !== null && (
        <OrganizationLanguage handle={organization} />
      )}
    </Section>
  );
}

function OrganizationLanguage({ handle }: { handle: string }) {
  const found = useCompany(handle);
  const choose = useChange({
    mutationFn: (language: Language) =>
      api.patch('/security/companies/{handle}', {
        params: { path: { handle } },
        body: { language },
      }),
    meta: { stale: ['companies'] },
  });
  if (found === undefined) return null;
  return (
    <LanguageField
      label={t`Language of ${found.name}`}
      description={t`For e-mails to everybody who has not chosen a language.`}
      value={choose.isPending ? choose.variables : found.language}
      disabled={choose.isPending}
      onChange={({ currentTarget: { value } }) => choose.mutate(value as Language)}
      mt="md"
      maw={520}
    />
  );
}
