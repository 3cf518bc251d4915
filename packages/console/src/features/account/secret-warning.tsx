import { Alert } from '@mantine/core';
import type { Session } from '../../api/queries';
import { secretWarning } from './missing-rights';

/** Says before a secret is made what it could not do. */
export function SecretWarning(props: { session: Session; organization: string | null }) {
  const warning = secretWarning(props.session, props.organization);
  return (
    warning !== null && (
      <Alert color="yellow" variant="light" role="note" mt="md" c="var(--mantine-color-text)">
        {warning}
      </Alert>
    )
  );
}
