import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Text } from '@mantine/core';
import type { Schemas } from '../../api/client';
import { Time } from '../../text/format';
import { providedRights } from '../../ui/provided-rights';

type Account = Schemas['Account'];

/** What the sign-on provider gives an account beside what operators grant here. */
export function ProviderTags({ account: { fromProvider, organizations } }: { account: Account }) {
  if (fromProvider === null) return null;
  const places = organizations.flatMap(({ handle, fromProvider: provided }) =>
    provided === null
      ? []
      : [provided.isDeveloper ? t`Developer in ${handle}` : t`access to ${handle}`],
  );
  const given = [...providedRights(fromProvider), ...places];
  return (
    <Text size="xs" c="dimmed" w="100%">
      <Trans>
        From single sign-on: {given.join(', ')}, until <Time at={fromProvider.until} />
      </Trans>
    </Text>
  );
}
