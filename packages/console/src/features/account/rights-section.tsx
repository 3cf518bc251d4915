import { t } from '@lingui/core/macro';
import { Text } from '@mantine/core';
import type { Session } from '../../api/queries';
import { GIVEN_BY, missingRights } from './missing-rights';
import { Section } from './section';

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
          <ul className="reasons">
            {missing.map(({ right, purpose }) => (
              <li key={right}>
                <b>{right}</b>: {GIVEN_BY}; {purpose}.
              </li>
            ))}
          </ul>
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
