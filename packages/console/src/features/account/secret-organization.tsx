import { t } from '@lingui/core/macro';
import { Alert, Select } from '@mantine/core';
import { useState } from 'react';
import type { Session } from '../../api/queries';
import { secretWarning } from './rights-section';

/**
 * Returns the organization for a new secret, by default the current one, a field to choose it, and a warning about the
 * limits of the secret.
 */
export function useSecretOrganization(session: Session, current: string | null) {
  const [chosen, setChosen] = useState(current);
  const { organizations } = session;
  const organization = chosen ?? organizations[0]?.handle ?? null;
  const isKnown = organizations.some(({ handle }) => handle === organization);
  const options = [
    ...(organization !== null && !isKnown ? [{ value: organization, label: organization }] : []),
    ...organizations.map(({ handle, name }) => ({ value: handle, label: name })),
  ];
  const field =
    options.length < 2 ? null : (
      <Select
        label={t`Organization`}
        description={t`What the new secret reads`}
        data={options}
        value={organization}
        onChange={setChosen}
        allowDeselect={false}
        w={260}
      />
    );
  const name = (companyId: string | null) =>
    organizations.find(({ id }) => id === companyId)?.name ?? null;
  const limits = secretWarning(session, organization);
  const warning = limits !== null && (
    <Alert color="yellow" role="note" mt="md" c="var(--mantine-color-text)">
      {limits}
    </Alert>
  );
  return { organization, field, name, warning };
}
