import { t } from '@lingui/core/macro';
import { NativeSelect } from '@mantine/core';
import { keepLanguage, LANGUAGES, type Language } from '#language';
import { api } from '../../api/client';
import type { Session } from '../../api/queries';
import { useChange } from '../../ui/refusal';
import { Section } from '../../ui/section';

/** The language of the account: of the pages and of mails. */
export function LanguageSection({ session: { account } }: { session: Session }) {
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
      about={t`Of the pages and of mails to you. Names and texts of your organization stay as they are.`}
    >
      <NativeSelect
        aria-label={t`Language`}
        data={[
          { value: '', label: t`Pages as in the browser, mails as in the organization` },
          ...Object.entries(LANGUAGES).map(([value, label]) => ({ value, label })),
        ]}
        value={account.language ?? ''}
        disabled={choose.isPending}
        onChange={({ currentTarget: { value } }) =>
          choose.mutate(value === '' ? null : (value as Language))
        }
        w={{ base: '100%', xs: 420 }}
      />
    </Section>
  );
}
