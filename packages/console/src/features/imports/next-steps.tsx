import { t } from '@lingui/core/macro';
import { Alert, Button, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Schemas } from '../../api/client';
import { companiesQuery } from '../../api/queries';
import { ButtonLink } from '../../ui/buttons';
import { type UploadOptions, useKeptOrganization } from './upload';
import type { Checked, Uploads } from './use-uploads';

/** Imports the checked file with the same options. */
export function ConfirmImport(props: { checked: Checked | null; uploads: Uploads }) {
  const { checked, uploads } = props;
  if (checked === null) return <Text size="sm">{t`To import it, drop the file again.`}</Text>;
  return (
    <Button onClick={() => uploads.importChecked(checked)} loading={uploads.sending !== null}>
      {t`Import`}
    </Button>
  );
}

/** Requires another check, because the options have changed since the last one. */
export function CheckAgain(props: { checked: Checked; options: UploadOptions; uploads: Uploads }) {
  const { checked, options, uploads } = props;
  return (
    <Alert color="yellow" title={t`The options have changed since this check`}>
      <Text size="sm" mb="sm">
        {t`What is shown below does not include the change.`}
      </Text>
      <Button
        size="xs"
        onClick={() => uploads.check(checked.file, options)}
        loading={uploads.sending !== null}
      >
        {t`Check again`}
      </Button>
    </Alert>
  );
}

/** If there are more, a link to the page that lists them is shown instead. */
const MAX_ORGANIZATIONS = 5;

/** Links to the imported organizations, as far as they are known; for a record keeper, to their own. */
export function ImportedOrganizations(props: {
  run: Schemas['ImportRunDetails'];
  /** The IDs of organizations before the import; null if unknown. */
  before: ReadonlySet<string> | null;
}) {
  const { run, before } = props;
  const kept = useKeptOrganization();
  const { data, isFetching } = useQuery({ ...companiesQuery(''), enabled: kept === null });
  if (kept !== null) {
    return (
      <Group mt="sm">
        <ButtonLink size="xs" to="/overview" search={{ organization: kept }}>
          {t`Open the overview`}
        </ButtonLink>
      </Group>
    );
  }
  if (isFetching || data === undefined) return null;
  const imported = data.items.filter(
    ({ id, handle }) => run.options.companies.includes(handle) || before?.has(id) === false,
  );
  return (
    <Group mt="sm" gap="sm">
      {imported.slice(0, MAX_ORGANIZATIONS).map(({ id, handle, name }) => (
        <ButtonLink key={id} size="xs" to="/overview" search={{ organization: handle }}>
          {t`Open ${name}`}
        </ButtonLink>
      ))}
      {(imported.length === 0 || imported.length > MAX_ORGANIZATIONS) && (
        <ButtonLink size="xs" variant="default" to="/choose-organization">
          {t`Choose an organization`}
        </ButtonLink>
      )}
    </Group>
  );
}
