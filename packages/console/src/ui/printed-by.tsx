import { t } from '@lingui/core/macro';
import { Text } from '@mantine/core';
import { useRouteContext } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { timeName } from '../text/format';

/** On paper alone: what it is about, as of when, and who printed it. */
export function PrintedBy({ asOf, children }: { asOf: string; children?: ReactNode }) {
  const { session } = useRouteContext({ from: '/_signed-in' });
  const by = t`As of ${timeName(asOf)}, printed by ${session.account.name}`;
  return (
    <Text className="print-only" size="xs">
      {children}
      {children !== undefined && ' · '}
      {by}
    </Text>
  );
}
