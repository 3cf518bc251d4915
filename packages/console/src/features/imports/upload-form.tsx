import { t } from '@lingui/core/macro';
import {
  Accordion,
  Box,
  Button,
  Group,
  Select,
  SimpleGrid,
  Stack,
  Switch,
  Text,
} from '@mantine/core';
import { useFileDialog } from '@mantine/hooks';
import { type DragEvent, useState } from 'react';
import { fileOf } from '../../api/report';
import { Dimmed } from '../../text/format';
import { DownloadsAs } from '../../ui/downloads';
import { fieldsOf } from '../../ui/form';
import { OrganizationField, TimeZoneField } from '../../ui/select-fields';
import {
  ACCEPTED,
  FIELDS,
  kindOf,
  SWITCHES,
  type UploadOptions,
  useKeptOrganization,
} from './upload';

interface UploadFormProps {
  options: UploadOptions;
  onOptions: (options: UploadOptions) => void;
  onFile: (file: File) => void;
  /** Whether a file is being sent. */
  disabled: boolean;
}

export function UploadForm({ options, onOptions, onFile, disabled }: UploadFormProps) {
  const [unknownFile, setUnknownFile] = useState<string | null>(null);
  const [isOver, setIsOver] = useState(false);
  const kept = useKeptOrganization();
  const take = (file: File | undefined) => {
    if (!file || disabled) return;
    const isKnown = kindOf(file) !== null;
    setUnknownFile(isKnown ? null : file.name);
    if (isKnown) onFile(file);
  };
  const { open } = useFileDialog({
    multiple: false,
    accept: ACCEPTED,
    onChange: files => take(files?.[0]),
  });
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setIsOver(false);
    take(event.dataTransfer.files[0]);
  };
  return (
    <Stack gap="sm">
      <Box
        className="surface drop-area"
        p={24}
        ta="center"
        data-over={isOver}
        role="group"
        aria-label={t`File to import`}
        onDragOver={event => {
          event.preventDefault();
          setIsOver(true);
        }}
        onDragLeave={() => setIsOver(false)}
        onDrop={drop}
      >
        <Text fw={600}>{t`Drop a file here`}</Text>
        <Dimmed mb="sm">
          {t`Your own list as a workbook or CSV, or files in the format of the template. Files are checked first; nothing changes until you confirm.`}
        </Dimmed>
        <Group justify="center">
          <Button size="xs" disabled={disabled} onClick={open}>
            {t`Choose a file`}
          </Button>
          <DownloadsAs
            formats={[
              { format: 'zip', label: t`Template CSV` },
              { format: 'xlsx', label: t`Template Excel` },
            ]}
            run={fileOf(kept, 'get', '/records/template')}
          />
        </Group>
        {unknownFile !== null && (
          <Text size="sm" c="red" mt="sm" role="alert">
            {t`${unknownFile} is not supported. Save it as .xlsx, .csv or .zip.`}
          </Text>
        )}
      </Box>
      <Accordion variant="contained" chevronPosition="left">
        <Accordion.Item value="options">
          <Accordion.Control>{t`Options`}</Accordion.Control>
          <Accordion.Panel>
            <OptionFields options={options} onOptions={onOptions} />
          </Accordion.Panel>
        </Accordion.Item>
      </Accordion>
    </Stack>
  );
}

const OF_OPERATORS: readonly string[] = ['updateAccounts', 'allowOperators', 'allowErased'];

function OptionFields({ options, onOptions }: Pick<UploadFormProps, 'options' | 'onOptions'>) {
  const kept = useKeptOrganization();
  const change = (part: UploadOptions) => onOptions({ ...options, ...part });
  const field = fieldsOf(options, change);
  return (
    <Stack gap="md">
      <Group align="flex-start">
        {kept === null && (
          <OrganizationField
            by="id"
            label={t`Organization`}
            description={t`Rows of other organizations are rejected`}
            placeholder={t`As in the file`}
            {...field.choice('companyId')}
            w={{ base: '100%', sm: 260 }}
          />
        )}
        <ReadingFields of={options} onChange={change} />
      </Group>
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
        {SWITCHES.filter(({ name }) => kept === null || !OF_OPERATORS.includes(name)).map(
          ({ name, label, about }) => (
            <Switch key={name} label={label} description={about} {...field.checkbox(name)} />
          ),
        )}
      </SimpleGrid>
    </Stack>
  );
}

type Reading = Pick<UploadOptions, 'dateFormat' | 'timeZone' | 'encoding'>;

/** How dates, times and characters are written in a file. */
export function ReadingFields(props: {
  of: { readonly [Name in keyof Reading]: Reading[Name] | null };
  onChange: (change: Reading) => void;
  hasEncoding?: boolean;
}) {
  const { of, onChange, hasEncoding = true } = props;
  const field = fieldsOf(of as Reading, onChange);
  return (
    <>
      <Select
        label={FIELDS.dateFormat}
        description={t`How they are written in the file`}
        placeholder="2026-01-31"
        data={['DD.MM.YYYY', 'DD/MM/YYYY', 'MM/DD/YYYY']}
        {...field.choice('dateFormat')}
        clearable
        w={{ base: '100%', sm: 200 }}
      />
      <TimeZoneField
        description={t`For times without an offset`}
        placeholder="UTC"
        {...field.choice('timeZone')}
        clearable
        w={{ base: '100%', sm: 220 }}
      />
      {hasEncoding && (
        <Select
          label={FIELDS.encoding}
          description={t`For CSV files`}
          placeholder="UTF-8"
          data={['windows-1252', 'windows-1250', 'windows-1254']}
          {...field.choice('encoding')}
          clearable
          w={{ base: '100%', sm: 180 }}
        />
      )}
    </>
  );
}
