import { t } from '@lingui/core/macro';
import {
  Button,
  Group,
  NativeSelect,
  type NativeSelectProps,
  Stack,
  TextInput,
  type TextInputProps,
} from '@mantine/core';
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

/** The text of a field; empty where there is none. */
export function formText(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === 'string' ? value : '';
}

/** What a form does with its fields when it is submitted, instead of loading another page. */
export function onSubmit(send: (form: FormData) => void) {
  return (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    send(new FormData(event.currentTarget));
  };
}

const NONE: ReadonlyMap<string, string> = new Map();
const Faults = createContext(NONE);

export function useFault(name: string): string | undefined {
  return useContext(Faults).get(name);
}

/** A form that sends its fields. What is wrong with a field is said at the field, all else above the button. */
export function Form(props: {
  sending: { mutate: (form: FormData) => void; error: Error | null; isPending: boolean };
  action: string;
  /** What it is called, where there are several. */
  label?: string;
  /** Whether it is all of a page: its button is as wide as its fields, and what is wrong stands above it. */
  isPage?: boolean;
  children: ReactNode;
}) {
  const { sending, action, label, isPage = false, children } = props;
  const { mutate, error, isPending } = sending;
  const faults = !isPage && error instanceof ApiError ? error.fields : NONE;
  const button = (
    <Button type="submit" loading={isPending}>
      {action}
    </Button>
  );
  return (
    <form aria-label={label} onSubmit={onSubmit(mutate)}>
      <Stack gap={isPage ? 'md' : 'sm'}>
        <Faults value={faults}>{children}</Faults>
        {error !== null && faults.size === 0 && <Failure error={error} />}
        {isPage ? (
          button
        ) : (
          <Group justify="flex-end" mt="sm">
            {button}
          </Group>
        )}
      </Stack>
    </form>
  );
}

type NamesOf<Draft, Value> = {
  [Name in keyof Draft]-?: Draft[Name] extends Value ? Name : never;
}[keyof Draft];

/** The value of a field and what its change does, by the name of a property of what is edited. */
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
    /** One of several; absent where none is chosen. */
    choice: <Value extends string>(name: NamesOf<Draft, Value | null | undefined>) => ({
      value: (draft[name] as Value | null | undefined) ?? null,
      onChange: (value: string | null) => set(name, value ?? undefined),
    }),
  };
}

export function Field(props: TextInputProps & { name: string }) {
  return <TextInput withAsterisk={false} error={useFault(props.name)} {...props} />;
}

/** Chooses a language, or none where there are words for that. */
export function LanguageField({ none, ...props }: NativeSelectProps & { none?: string }) {
  return (
    <NativeSelect
      label={t`Language`}
      data={[
        ...(none === undefined ? [] : [{ value: '', label: none }]),
        ...Object.entries(LANGUAGES).map(([value, label]) => ({ value, label })),
      ]}
      {...props}
    />
  );
}

/** What was chosen in the field `language` of a form; null for none. */
export function languageOf(form: FormData): Language | null {
  const chosen = formText(form, 'language');
  return chosen === '' ? null : (chosen as Language);
}
