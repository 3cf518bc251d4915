import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Text } from '@mantine/core';
import type { Session } from '../../api/queries';
import { Time } from '../../text/format';
import { providedRights } from '../../ui/provided-rights';
import { Section } from '../../ui/section';

/** Which of the own rights come from the sign-on provider. */
export function ProviderSection({ session: { fromProvider } }: { session: Session }) {
  if (fromProvider === null) return null;
  const given = providedRights(fromProvider);
  const rights = given.length > 0 ? given : [t`Access to organizations`];
  return (
    <Section
      title={t`Rights from single sign-on`}
      about={t`These come from your groups at the sign-on provider, and are updated at each sign-in.`}
    >
      <Text size="sm">
        <Trans>
          {rights.join(', ')}, until <Time at={fromProvider.until} />
        </Trans>
      </Text>
    </Section>
  );
}
