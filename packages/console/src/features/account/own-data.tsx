import { t } from '@lingui/core/macro';
import { api } from '../../api/client';
import { DownloadsAs } from '../../ui/downloads';
import { Section } from '../../ui/section';

const ARCHIVE = [{ format: 'zip', label: t`Download my data` }] as const;

/** Everything that is stored of whoever is signed in. */
export function OwnData() {
  return (
    <Section
      title={t`My data`}
      about={t`Everything stored about you, as a zip archive of JSON and CSV. To have it erased, ask an operator.`}
    >
      <DownloadsAs formats={ARCHIVE} run={(_, call) => api.GET('/me/export', { ...call })} />
    </Section>
  );
}
