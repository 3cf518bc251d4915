import { t } from '@lingui/core/macro';
import { NativeSelect } from '@mantine/core';
import { chooseLanguage, chosenLanguage, LANGUAGES } from '#language';
import { Section } from '../../ui/section';

/** The language of the pages in this browser. */
export function LanguageSection() {
  return (
    <Section
      title={t`Language`}
      about={t`Of the pages, in this browser. Names and texts of your organization stay as they are.`}
    >
      <NativeSelect
        aria-label={t`Language`}
        data={[
          { value: '', label: t`As the browser is set` },
          ...Object.entries(LANGUAGES).map(([value, label]) => ({ value, label })),
        ]}
        value={chosenLanguage() ?? ''}
        onChange={({ currentTarget: { value } }) => chooseLanguage(value)}
        w={{ base: '100%', xs: 240 }}
      />
    </Section>
  );
}
