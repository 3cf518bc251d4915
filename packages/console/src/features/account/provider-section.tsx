import { Text } from '@mantine/core';
import type { Session } from '../../api/queries';
import { Time } from '../../text/format';
import { providedRights } from '../../ui/provided-rights';
import { Section } from './section';

/** Which of the own rights come from the sign-on provider. */
export function ProviderSection({ session: { fromProvider } }: { session: Session }) {
  if (fromProvider === null) return null;
  const rights = providedRights(fromProvider);
  return (
    <Section
      title="Rights from single sign-on"
      about="These come from your groups at the sign-on provider, and are updated at each sign-in."
    >
      <Text size="sm">
        {rights.length > 0 ? rights.join(', ') : 'Access to organizations'}, until{' '}
        <Time at={fromProvider.until} />
      </Text>
    </Section>
  );
}
