import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { keepLanguage, type Language } from '#language';
import { api } from '../../api/client';
import { companiesQuery, type Session } from '../../api/queries';
import { LanguageField } from '../../ui/form';
import { useChange } from '../../ui/notices';
import { Section } from '../../ui/page';

/** The language of the account, for pages and mails, and for operators the language of the organization. */
export function LanguageSection(props: { session: Session; organization: string | null }) {
  const { session, organization } = props;
  const choose = useChange(
    (language: Language | null) => api.put('/me/language', { body: { language } }),
    {
      onSuccess: (_, language) => {
        keepLanguage(language);
        window.location.reload();
      },
    },
  );
  return (
    <Section
      title={t`Language`}
      about={t`For the pages and for mails to you. Names and texts of your organization are not translated.`}
    >
      <LanguageField
        label={t`Your language`}
        none={t`Pages as in the browser, mails as in the organization`}
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
  const { data } = useQuery(companiesQuery(handle));
  const found = data?.items.find(each => each.handle === handle);
  const choose = useChange(
    (language: Language) =>
      api.patch('/security/companies/{handle}', {
        params: { path: { handle } },
        body: { language },
      }),
    { stale: ['companies'] },
  );
  if (found === undefined) return null;
  return (
    <LanguageField
      label={t`Language of ${found.name}`}
      description={t`For mails to everybody who has not chosen a language.`}
      value={choose.isPending ? choose.variables : found.language}
      disabled={choose.isPending}
      onChange={({ currentTarget: { value } }) => choose.mutate(value as Language)}
      mt="md"
      maw={520}
    />
  );
}
