import { t } from '@lingui/core/macro';
import {
  Button,
  CopyButton,
  Group,
  NativeSelect,
  type NativeSelectProps,
  Stack,
  TextInput,
  type TextInputProps,
} from '@mantine/core';
import { type MutationMeta, useMutation } from '@tanstack/react-query';
import {
  type ChangeEvent,
  createContext,
  type ReactNode,
  type SubmitEvent,
  useContext,
} from 'react';
import { LANGUAGES, type Language } from '#language';
import { ApiError } from '../api/client';
import { Failure } from './page';

export function formText(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === 'string' ? value : '';
}

const NONE: ReadonlyMap<string, string> = new Map();
const FieldErrors = createContext(NONE);

export function useFieldError(name: string): string | undefined {
  return useContext(FieldErrors).get(name);
}

/** A form, which is reset on success. Errors are shown at their fields, others above the button. */
export function Form<Result>(props: {
  send: (form: FormData) => Promise<Result>;
  onSent?: (result: Result) => Promise<void> | void;
  /** The queries to refetch. */
  meta?: MutationMeta;
  action: string;
  /** The accessible name, if the page has several forms. */
  label?: string;
  /** Whether it is the whole page. Its button is then as wide as its fields. */
  isPage?: boolean;
  children: ReactNode;
}) {
  const { send, onSent, meta = {}, action, label, isPage = false, children } = props;
  const { mutate, error, isPending, variables } = useMutation({
    mutationFn: send,
    onSuccess: result => onSent?.(result),
    meta,
  });
  const fieldErrors = error instanceof ApiError ? error.fields : NONE;
  const isShown =
    fieldErrors.size > 0 && [...fieldErrors.keys()].every(name => variables?.has(name));
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    mutate(new FormData(form), { onSuccess: () => form.reset() });
  };
  return (
    <form aria-label={label} onSubmit={submit}>
      <Stack gap={isPage ? 'md' : 'sm'}>
        <FieldErrors value={fieldErrors}>{children}</FieldErrors>
        {error !== null && !isShown && <Failure error={error} />}
        <Group justify="flex-end" mt={isPage ? 0 : 'sm'} grow={isPage}>
          <Button type="submit" loading={isPending}>
            {action}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

type NamesOf<Draft, Value> = {
  [Name in keyof Draft]-?: Draft[Name] extends Value ? Name : never;
}[keyof Draft];

/** Returns functions that bind fields to properties of a draft. */
export function fieldsOf<Draft>(draft: Draft, change: (part: Partial<Draft>) => void) {
  const set = (name: keyof Draft, value: unknown) => change({ [name]: value } as Partial<Draft>);
  return {
    text: (name: NamesOf<Draft, string>) => ({
      value: draft[name] as string,
      onChange: ({ currentTarget: { value } }: ChangeEvent<HTMLInputElement>) => set(name, value),
    }),
    checkbox: (name: NamesOf<Draft, boolean | undefined>) => ({
      checked: draft[name] === true,
      onChange: ({ currentTarget: { checked } }: ChangeEvent<HTMLInputElement>) =>
        set(name, checked),
    }),
    /** For a choice; undefined if none is selected. */
    choice: <Value extends string>(name: NamesOf<Draft, Value | null | undefined>) => ({
      value: (draft[name] as Value | null | undefined) ?? null,
      onChange: (value: string | null) => set(name, value ?? undefined),
    }),
  };
}

export function Field(props: TextInputProps & { name: string }) {
  return <TextInput error={useFieldError(props.name)} {...props} />;
}

/** A choice of language. With `none`, it can be left open. */
export function LanguageField({ none, ...props }: NativeSelectProps & { none?: string }) {
  return (
    <NativeSelect
      label={t`Language`}
      error={useFieldError(props.name ?? '')}
      data={[
        ...(none === undefined ? [] : [{ value: '', label: none }]),
        ...Object.entries(LANGUAGES).map(([value, label]) => ({ value, label })),
      ]}
      {...props}
    />
  );
}

/** Returns the value of the field `language`; null for none. */
export function languageOf(form: FormData): Language | null {
  const chosen = formText(form, 'language');
  return chosen === '' ? null : (chosen as Language);
}

/** A credential to copy, which the API returns only once. */
export function ShownOnce({ label, value }: { label: string; value: string }) {
  return (
    <Group align="flex-end" mt="md" gap="xs" wrap="nowrap">
      <TextInput
        label={label}
        description={t`Copy it now. It is not shown again.`}
        value={value}
        readOnly
        autoComplete="off"
        styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
        onFocus={({ currentTarget }) => currentTarget.select()}
        flex={1}
      />
      <CopyButton value={value}>
        {({ copied, copy }) => (
          <Button variant="default" onClick={copy}>
            {copied ? t`Copied` : t`Copy`}
          </Button>
        )}
      </CopyButton>
    </Group>
  );
}
