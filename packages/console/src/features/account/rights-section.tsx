import { Text } from '@mantine/core';
import type { Session } from '../../api/queries';
import { GIVEN_BY, missingRights } from './missing-rights';
import { Section } from './section';

/** What the account may do, and what it lacks to read every report. */
export function RightsSection({ session }: { session: Session }) {
  const missing = missingRights(session);
  return (
    <Section title="Rights" about={heldWords(session)}>
      {missing.length === 0 ? (
        <Text size="sm">Nothing is missing to read reports, here and with a secret.</Text>
      ) : (
        <>
          <Text size="sm" fw={600}>
            To read every report, here and with a secret, this is missing:
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
    ...(roles.isOperator ? ['operator'] : []),
    ...(roles.apiAccess ? ['API access'] : []),
    ...(roles.reportAccess ? ['report access'] : []),
    ...organizations.map(({ name, rights }) =>
      rights.developerRole ? `access to ${name} as Developer` : `access to ${name}`,
    ),
  ];
  return held.length === 0 ? 'You have none yet.' : `You have: ${held.join(', ')}.`;
}
