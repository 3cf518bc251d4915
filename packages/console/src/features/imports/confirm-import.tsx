import { t } from '@lingui/core/macro';
import { Alert, Button, Text } from '@mantine/core';
import type { UploadOptions } from './upload';
import type { Checked, useUploads } from './use-uploads';

type Uploads = ReturnType<typeof useUploads>;

interface CheckedFile {
  checked: Checked;
  /** Those that are chosen now. */
  options: UploadOptions;
  uploads: Uploads;
}

/** Imports what was checked, as it was checked. */
export function ConfirmImport(props: { checked: Checked | null; uploads: Uploads }) {
  const { checked, uploads } = props;
  if (checked === null) return <Text size="sm">{t`To import it, drop the file again.`}</Text>;
  return (
    <Button onClick={() => uploads.importChecked(checked)} loading={uploads.sending !== null}>
      {t`Import`}
    </Button>
  );
}

/** What was checked is not what the options ask for now: it cannot be imported before another check. */
export function CheckAgain({ checked, options, uploads }: CheckedFile) {
  return (
    <Alert color="yellow" variant="light" title={t`The options have changed since this check`}>
      <Text size="sm" mb="sm">
        {t`What is below is without the change.`}
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
