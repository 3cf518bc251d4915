import { plural, t } from '@lingui/core/macro';
import {
  Button,
  Checkbox,
  Group,
  NumberInput,
  Select,
  Stack,
  Text,
  TextInput,
  Title,
} from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { language } from '#language';
import { apiOf, type Schemas } from '../../api/client';
import { fold } from '../../text/fold';
import { count, Dimmed } from '../../text/format';
import { fieldsOf } from '../../ui/form';
import { Failure } from '../../ui/page';
import { statusName, TICKET_STATUSES } from '../../ui/status-badge';
import { HeadedTable, Row } from '../../ui/table/headed-table';
import {
  cellsOf,
  draftOf,
  headersOf,
  type Kind,
  type Preview,
  type PreviewedSheet,
  type Role,
  type SheetDraft,
  SOURCES,
  type Source,
  sheetOf,
} from './lists';
import { ReadingFields } from './upload-form';

interface ListFormProps {
  file: File;
  preview: Preview;
  /** A saved source with the same columns. */
  source: Schemas['ListSource'] | null;
  organization: string;
  onCheck: (source: string) => void;
  onChange: () => void;
}

/** A form that maps the sheets and columns of a list, and checks it. */
export function ListForm(props: ListFormProps) {
  const { file, preview, source, organization, onCheck, onChange } = props;
  const [name, setName] = useState(source?.name ?? file.name.replace(/\.\w+$/, '').slice(0, 100));
  const [drafts, setDrafts] = useState(() => preview.sheets.map(sheet => draftOf(sheet, source)));
  const [reading, setReading] = useState<Omit<Source, 'sheets' | 'name'>>({
    dateFormat: source?.dateFormat ?? preview.dateFormat,
    encoding: source?.encoding ?? preview.encoding,
    timeZone: source?.timeZone ?? null,
    expiry: source?.expiry ?? 'last-valid-day',
    isComplete: source?.isComplete ?? false,
  });
  const check = useMutation({
    mutationFn: () => {
      const sheets = drafts.flatMap((draft, index) =>
        draft.isRead ? [sheetOf(withOwnRoles(draft), preview.sheets[index]!)] : [],
      );
      return apiOf(organization).put('/records/sources/{name}', {
        params: { path: { name } },
        body: { ...reading, sheets },
      });
    },
    onSuccess: () => onCheck(name),
    meta: { changes: [SOURCES] },
  });
  const change = (part: Partial<typeof reading>) => {
    setReading({ ...reading, ...part });
    onChange();
  };
  const field = fieldsOf(reading, change);
  return (
    <Stack gap="sm" component="section" aria-label={t`Read ${file.name} as a list`}>
      <Title order={2}>{t`Read ${file.name} as a list`}</Title>
      {preview.sheets.map((sheet, index) => (
        <SheetFields
          key={sheet.name}
          sheet={sheet}
          draft={drafts[index]!}
          onChange={changed => {
            setDrafts(drafts.with(index, { ...drafts[index]!, ...changed }));
            onChange();
          }}
        />
      ))}
      <Group align="flex-start">
        <ReadingFields
          of={reading}
          onChange={change}
          hasEncoding={preview.sheets[0]?.name === null}
        />
        <Select
          label={t`“Valid until” means`}
          data={[
            { value: 'last-valid-day', label: t`the last valid day` },
            { value: 'instant', label: t`the day of expiry` },
          ]}
          {...field.choice('expiry')}
          value={reading.expiry ?? 'instant'}
        />
      </Group>
      <Checkbox
        label={t`The list is complete: people who are no longer on it have left`}
        {...field.checkbox('isComplete')}
      />
      <Group align="flex-end">
        <TextInput
          label={t`Remember as`}
          value={name}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
          maxLength={100}
        />
        <Button
          onClick={() => check.mutate()}
          loading={check.isPending}
          disabled={name.trim() === '' || drafts.every(({ isRead }) => !isRead)}
        >
          {t`Check`}
        </Button>
      </Group>
      {check.error !== null && <Failure error={check.error} />}
    </Stack>
  );
}

interface SheetFieldsProps {
  sheet: PreviewedSheet;
  draft: SheetDraft;
  onChange: (change: Partial<SheetDraft>) => void;
}

function SheetFields({ sheet, draft, onChange }: SheetFieldsProps) {
  const { name, rows, notices, isHidden } = sheet;
  const field = fieldsOf(draft, onChange);
  const title = [
    name ?? t`The table`,
    ...(rows === null ? [] : [plural(rows, { one: '# row', other: '# rows' })]),
    ...(isHidden ? [t`hidden`] : []),
  ].join(', ');
  return (
    <Stack className="surface" p="sm" gap="sm" role="group" aria-label={name ?? t`The table`}>
      <Checkbox label={title} {...field.checkbox('isRead')} />
      {notices.map(notice => (
        <Dimmed key={notice}>{notice}</Dimmed>
      ))}
      {draft.isRead && (
        <>
          <Group align="flex-start">
            <Select
              label={t`Its rows are`}
              data={KINDS}
              value={draft.kind}
              onChange={kind => kind && onChange({ kind })}
            />
            <NumberInput
              label={t`Header row`}
              min={1}
              max={20}
              clampBehavior="none"
              value={draft.headerRow}
              onChange={row => onChange({ headerRow: Number(row) || 1 })}
            />
            {draft.kind === 'people' ? (
              <TextInput
                label={t`Separator in cells`}
                description={t`Of several departments or job roles, such as ;`}
                maxLength={5}
                value={draft.separator ?? ''}
                onChange={({ currentTarget: { value } }) => onChange({ separator: value || null })}
              />
            ) : (
              <Select
                label={t`New achievements are`}
                data={TYPES_OF_ACHIEVEMENTS}
                {...field.choice('type')}
              />
            )}
          </Group>
          <ColumnTable {...{ sheet, draft, onChange }} />
          <StatusWords {...{ sheet, draft, onChange }} />
        </>
      )}
    </Stack>
  );
}

/** Columns with sample values, and the guessed roles preselected. */
function ColumnTable({ sheet, draft, onChange }: SheetFieldsProps) {
  const cells = cellsOf(sheet, draft.headerRow);
  return (
    <HeadedTable label={t`Columns`} titles={[t`Column`, t`First values`, t`Holds`]} minWidth={480}>
      {headersOf(sheet, draft.headerRow).map(header => {
        const index = cells.indexOf(header);
        const values = sheet.sample
          .slice(draft.headerRow)
          .flatMap(row => (row[index] ? [row[index]] : []));
        return (
          <Row key={header}>
            {header}
            <Text inherit lineClamp={3} className="whole">
              {values.slice(0, 3).join(', ')}
            </Text>
            <Select
              aria-label={t`What ${header} holds`}
              // The API's sentences are English.
              description={
                language === 'en' && draft.columns[header] ? sheet.reasons[header] : undefined
              }
              miw={240}
              placeholder={t`Not read`}
              data={ROLES[draft.kind]}
              value={draft.columns[header] ?? null}
              onChange={role => onChange({ columns: withEntry(draft.columns, header, role) })}
              clearable
            />
          </Row>
        );
      })}
    </HeadedTable>
  );
}

/** The words in the status column with their number of occurrences, to be mapped to statuses. */
function StatusWords({ sheet, draft, onChange }: SheetFieldsProps) {
  const [header] = Object.entries(draft.columns).find(([, role]) => role === 'status') ?? [];
  const words = Object.entries(header === undefined ? {} : (sheet.words[header] ?? {}));
  const { status = {} } = draft.values;
  if (draft.kind !== 'achievements' || words.length === 0) return null;
  return (
    <Group align="flex-start">
      {words.map(([word, times]) => (
        <Select
          key={word}
          label={`${word} (${count(times)})`}
          placeholder={isStatus(word) ? t`As it is` : t`Choose what it means`}
          data={MEANINGS}
          value={status[word] ?? null}
          onChange={meaning =>
            onChange({ values: { ...draft.values, status: withEntry(status, word, meaning) } })
          }
          clearable
        />
      ))}
    </Group>
  );
}

function isStatus(word: string): boolean {
  return TICKET_STATUSES.some(status => fold(status) === fold(word));
}

/** Returns a copy with the value of a key replaced, or removed if it is null. */
function withEntry<Value>(of: Record<string, Value>, key: string, value: Value | null) {
  const { [key]: _, ...others } = of;
  return value === null ? others : { ...others, [key]: value };
}

export const MEANINGS = [
  ...TICKET_STATUSES.map(value => ({ value, label: statusName(value) })),
  { value: 'ignore', label: t`Skip the row` },
];

const KINDS: { value: Kind; label: string }[] = [
  { value: 'people', label: t`People` },
  { value: 'achievements', label: t`Trainings and certificates` },
  { value: 'requirements', label: t`Requirements of job roles` },
];

const role = (value: Role, label: string) => ({ value, label });
const WHO = [
  role('personCode', t`Personnel number`),
  role('email', t`E-mail`),
  role('name', t`Name`),
  role('firstName', t`First name`),
  role('lastName', t`Last name`),
];

const ROLES: Readonly<Record<Kind, { value: Role; label: string }[]>> = {
  people: [
    ...WHO,
    role('department', t`Department`),
    role('function', t`Function of the affiliation`),
    role('jobTitle', t`Job title`),
    role('personType', t`Person type`),
    role('profile', t`Job role`),
    role('hasLeft', t`Has left`),
  ],
  achievements: [
    ...WHO,
    role('achievement', t`Training or certificate`),
    role('type', t`Type`),
    role('status', t`Status or result`),
    role('issued', t`Issued`),
    role('expires', t`Valid until`),
    role('validFor', t`Valid for`),
    role('isRequired', t`Is required`),
    role('certificateNumber', t`Certificate number`),
  ],
  requirements: [
    role('profile', t`Job role`),
    role('achievement', t`Training or certificate`),
    role('mark', t`Marks: the header is a training`),
  ],
};

/** Leaves out roles that were chosen for another kind of rows. */
function withOwnRoles(draft: SheetDraft): SheetDraft {
  const own = ROLES[draft.kind].map(({ value }) => value);
  const columns = Object.entries(draft.columns).filter(([, value]) => own.includes(value));
  return { ...draft, columns: Object.fromEntries(columns) };
}

const TYPES_OF_ACHIEVEMENTS = [
  'Time-Sensitive Safety Certificates',
  'Additional Compliance Requirements',
  'Codes of Practice',
  'Safe Operating Practices',
  'Site-Specific Operating Procedures',
  'Human Resources Documents',
  'eLearning Modules',
  'Training Guides',
  'Orientations',
  'Operating Procedures',
];
