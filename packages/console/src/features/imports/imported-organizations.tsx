import { t } from '@lingui/core/macro';
import { Button, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Schemas } from '../../api/client';
import { companiesQuery } from '../../api/queries';

/** More are found on the page that lists them. */
const MOST = 5;

/** Leads from an import to the organizations that it brought, as far as the page knows them. */
export function ImportedOrganizations(props: {
  run: Schemas['ImportRunDetails'];
  /** The ids of those that were there before; null where the page did not see that. */
  before: ReadonlySet<string> | null;
}) {
  const { run, before } = props;
  const { data, isFetching } = useQuery(companiesQuery(''));
  if (isFetching || data === undefined) return null;
  const imported = data.items.filter(
    ({ id, handle }) => run.options.companies.includes(handle) || before?.has(id) === false,
  );
  return (
    <Group mt="sm" gap="sm">
      {imported.slice(0, MOST).map(({ id, handle, name }) => (
        <Button
          key={id}
          size="xs"
          renderRoot={rest => <Link {...rest} to="/overview" search={{ organization: handle }} />}
        >
          {t`Open ${name}`}
        </Button>
      ))}
      {(imported.length === 0 || imported.length > MOST) && (
        <Button
          size="xs"
          variant="default"
          renderRoot={rest => <Link {...rest} to="/choose-organization" />}
        >
          {t`Choose an organization`}
        </Button>
      )}
    </Group>
  );
}
