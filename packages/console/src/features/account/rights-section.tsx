import { t } from '@lingui/core/macro';
import { List, Text } from '@mantine/core';
import type { Session } from '../../api/queries';
import { Section } from '../../ui/section';
import { GIVEN_BY, missingRights } from './missing-rights';

/** What the account may do, and what it lacks to read every report. */
export function RightsSection({ session }: { session: Session }) {
  const missing = missingRights(session);
  return (
    <Section title={t`Rights`} about={heldWords(session)}>
      {missing.length === 0 ? (
        <Text size="sm">{t`Nothing is missing to read reports, here and with a secret.`}</Text>
      ) : (
        <>
          <Text size="sm" fw={600}>
            {t`To read every report, here and with a secret, this is missing:`}
          </Text>
          <List size="sm">
            {missing.map(({ right, purpose }) => (
              <List.Item key={right}>
                <b>{right}</b>: {GIVEN_BY}; {purpose}.
              </List.Item>
            ))}
          </List>
        </>
      )}
    </Section>
  );
}

function heldWords({ roles, organizations }: Session): string {
  const held = [
    ...(roles.isOperator ? [t`operator`] : []),
    ...(roles.apiAccess ? [t`API access`] : []),
    ...(roles.reportAccess ? [t`report access`] : []),
    ...organizations.map(({ name, rights }) =>
      rights.developerRole ? t`access to ${name} as Developer` : t`access to ${name}`,
    ),
  ];
  return held.length === 0 ? t`You have none yet.` : t`You have: ${held.join(', ')}.`;
}
