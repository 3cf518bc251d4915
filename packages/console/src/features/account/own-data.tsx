import { api } from '../../api/client';
import { DownloadsAs } from '../../ui/downloads';
import { Section } from './section';

const ARCHIVE = [{ format: 'zip', label: 'Download my data' }] as const;

/** Everything that is stored of whoever is signed in. */
export function OwnData() {
  return (
    <Section
      title="My data"
      about="Everything that is stored of you here, as a zip archive of JSON and CSV. To be erased, ask an operator."
    >
      <DownloadsAs formats={ARCHIVE} run={(_, call) => api.GET('/me/export', { ...call })} />
    </Section>
  );
}
