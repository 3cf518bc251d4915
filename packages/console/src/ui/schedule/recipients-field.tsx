import { t } from '@lingui/core/macro';
import { MultiSelect } from '@mantine/core';
import { ApiError, type Schemas } from '../../api/client';

export type Recipient = Schemas['PossibleRecipient'];

const MAX_RECIPIENTS = 100;

export function RecipientsField(props: {
  recipients: readonly Recipient[];
  chosen: readonly string[];
  onChange: (chosen: string[]) => void;
  /** Called with the typed text, which determines `recipients`. */
  onSearch: (typed: string) => void;
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
      // The API's search also returns the selected recipients.
      filter={({ options }) => options}
      hidePickedOptions
      nothingFoundMessage={t`Nobody with this name has report access`}
    />
  );
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
