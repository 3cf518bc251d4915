import { t } from '@lingui/core/macro';
import { NativeSelect, type NativeSelectProps } from '@mantine/core';
import { LANGUAGES, type Language } from '#language';
import { formText } from './form';

/** Chooses a language, or none where there are words for that. */
export function LanguageField({ none, ...props }: NativeSelectProps & { none?: string }) {
  return (
    <NativeSelect
      label={t`Language`}
      data={[
        ...(none === undefined ? [] : [{ value: '', label: none }]),
        ...Object.entries(LANGUAGES).map(([value, label]) => ({ value, label })),
      ]}
      {...props}
    />
  );
}

/** What was chosen in the field `language` of a form; null for none. */
export function languageOf(form: FormData): Language | null {
  const chosen = formText(form, 'language');
  return chosen === '' ? null : (chosen as Language);
}
