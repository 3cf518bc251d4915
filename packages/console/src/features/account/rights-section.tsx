import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { List, Text } from '@mantine/core';
import type { Session } from '../../api/queries';
import { Time } from '../../text/format';
import { Section } from '../../ui/page';
import { providedRights } from '../../words';

/** The rights of the account, and those it lacks to read all reports. */
export function RightsSection({ session }: { session: Session }) {
  const missing = missingRights(session);
  return (
    <Section title={t`Rights`} about={heldWords(session)}>
      {missing.length === 0 ? (
        <Text size="sm">{t`You have all the rights to read reports, here and with a secret.`}</Text>
      ) : (
        <>
          <Text size="sm" fw={600}>
            {t`To read every report, here and with a secret, you still need:`}
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
    ...organizations.flatMap(({ name, rights }) => [
      rights.developerRole ? t`access to ${name} as Developer` : t`access to ${name}`,
      ...(rights.keepsRecords ? [t`record keeping in ${name}`] : []),
    ]),
  ];
  return held.length === 0 ? t`You have none yet.` : t`You have: ${held.join(', ')}.`;
}

const GIVEN_BY = t`an operator can grant it under “Accounts”`;

/** Returns the rights that the account lacks to read reports, on the pages and with a secret. */
function missingRights({ organizations, roles }: Session): { right: string; purpose: string }[] {
  const withoutRole = organizations.filter(({ rights }) => !rights.developerRole);
  return [
    ...(organizations.length === 0 && !roles.isOperator
      ? [{ right: t`Access to an organization`, purpose: t`needed for every report` }]
      : []),
    ...(roles.reportAccess
      ? []
      : [{ right: t`Report access`, purpose: t`needed for most reports, here and with a secret` }]),
    ...(roles.apiAccess
      ? []
      : [{ right: t`API access`, purpose: t`needed to create and use a secret` }]),
    ...withoutRole.map(({ name }) => ({
      right: t`Developer role in ${name}`,
      purpose: t`without it, a secret reads nothing there`,
    })),
  ];
}

/** Explains why a secret for an organization could not read all reports; null if it could. */
export function secretWarning(
  { organizations, roles }: Session,
  handle: string | null,
): string | null {
  if (!roles.apiAccess) return t`A secret cannot be created without API access: ${GIVEN_BY}.`;
  const organization = organizations.find(organization => organization.handle === handle);
  if (organization === undefined && !roles.isOperator) {
    return t`A secret could not read anything without access to an organization: ${GIVEN_BY}.`;
  }
  if (organization?.rights.developerRole === false) {
    return t`A secret could not read anything without the Developer role in ${organization.name}: ${GIVEN_BY}.`;
  }
  return roles.reportAccess
    ? null
    : t`A secret could not read the reports that need report access: ${GIVEN_BY}.`;
}

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
