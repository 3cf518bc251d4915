import { t } from '@lingui/core/macro';
import { type ComboboxParsedItem, MultiSelect } from '@mantine/core';
import { ApiError, type Schemas } from '../../api/client';
import { matcher } from '../../text/fold';

export type Recipient = Schemas['PossibleRecipient'];

const MAX_RECIPIENTS = 100;

export function RecipientsField(props: {
  recipients: readonly Recipient[];
  chosen: readonly string[];
  onChange: (chosen: string[]) => void;
  /** Called with the typed text, which determines `recipients`. */
  onSearch: (typed: string) => void;
  /** Whether to report that nobody is selected. */
  isMissing: boolean;
}) {
  const { recipients, chosen, onChange, onSearch, isMissing } = props;
  return (
    <MultiSelect
      label={t`Recipients`}
      description={t`People with report access to this organization, and those whom an operator allows.`}
      error={isMissing && t`Choose at least one person to send it to.`}
      data={toChoices(recipients, chosen)}
      value={[...chosen]}
      onChange={onChange}
      maxValues={MAX_RECIPIENTS}
      limit={50}
      searchable
      onSearchChange={onSearch}
      filter={({ options, search }) => found(options, search, recipients)}
      nothingFoundMessage={t`Nobody with this name has report access`}
    />
  );
}

/** Filters like the API's search, whose result also includes the selected recipients. */
function found(options: ComboboxParsedItem[], search: string, recipients: readonly Recipient[]) {
  const isNamed = matcher(search);
  const typed = search.trim().toLowerCase();
  const ids = new Set(
    recipients
      .filter(({ name, email }) => isNamed(name) || email.toLowerCase().includes(typed))
      .map(({ memberId }) => memberId),
  );
  return options.filter(option => 'value' in option && ids.has(option.value));
}

/**
 * Distinguishes people with the same name by e-mail. People who lost report access remain, so that they can be
 * removed.
 */
function toChoices(recipients: readonly Recipient[], chosen: readonly string[]) {
  const known = new Set(recipients.map(({ memberId }) => memberId));
  const names = recipients.map(({ name }) => name);
  return [
    ...recipients.map(({ memberId, name, email, isAllowed }) => ({
      value: memberId,
      label:
        !isAllowed && names.indexOf(name) === names.lastIndexOf(name) ? name : `${name} (${email})`,
    })),
    ...chosen
      .filter(id => !known.has(id))
      .map(value => ({ value, label: t`Somebody without report access` })),
  ];
}

/** Replaces IDs of recipients in an error with names. */
export function withNames(
  error: unknown,
  chosen: readonly string[],
  recipients: readonly Recipient[],
): unknown {
  if (!(error instanceof ApiError)) return error;
  const detail = recipients
    .filter(({ memberId }) => chosen.includes(memberId))
    .reduce((text, { memberId, name }) => text.replaceAll(memberId, name), error.detail);
  return new ApiError(error.status, error.title, detail, error.code, error.retryAfter);
}
