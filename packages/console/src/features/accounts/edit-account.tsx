import { t } from '@lingui/core/macro';
import { Box, Checkbox, Stack, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { api, rethrowUnanswered, type Schemas, toApiError } from '../../api/client';
import { DialogAction } from '../../ui/buttons';
import { Field, Form, formText, LanguageField, languageOf } from '../../ui/form';
import { Failure } from '../../ui/page';
import { ACCOUNTS, useFinish } from './grants';
import { Memberships } from './memberships';

type Account = Schemas['Account'];

export function EditAccount({ account }: { account: Account }) {
  return (
    <DialogAction
      size="compact-xs"
      name={t`Edit ${account.name}`}
      title={t`Account of ${account.name}`}
      content={close => <Editing id={account.id} onSaved={close} />}
    >
      {t`Edit…`}
    </DialogAction>
  );
}

/** Loads the account with its ETag, so that concurrent changes are detected. */
function Editing({ id, onSaved }: { id: string; onSaved: () => void }) {
  const found = useQuery({
    queryKey: [ACCOUNTS, 'one', id],
    queryFn: async ({ signal }) => {
      const params = { path: { accountId: id } };
      const call = api.GET('/security/accounts/{accountId}', { signal, params });
      const { data, error, response } = await call.catch(rethrowUnanswered);
      if (!data) throw toApiError(response, error);
      return { account: data, tag: response.headers.get('ETag') };
    },
    gcTime: 0,
    staleTime: 0,
  });
  if (found.isError) return <Failure error={found.error} />;
  if (found.data === undefined) return null;
  return (
    <Stack gap="sm">
      <AccountForm key={formKey(found.data.account)} {...found.data} onSaved={onSaved} />
      <Memberships {...found.data} />
    </Stack>
  );
}

/** Identifies the values of the form, so that changing a membership does not reset what was typed. */
function formKey({ name, email, language, isOperator, isEnabled }: Account): string {
  return JSON.stringify([name, email, language, isOperator, isEnabled]);
}

function AccountForm(props: { account: Account; tag: string | null; onSaved: () => void }) {
  const { account, tag, onSaved } = props;
  const { name, email, language, isOperator, isEnabled } = account;
  return (
    <Box className="surface" p="md">
      <Text fw={600} size="sm" mb="sm">
        {t`Name and state`}
      </Text>
      <Form label={t`Name and state`} sending={useSave(account.id, tag, onSaved)} action={t`Save`}>
        <Field name="name" label={t`Name`} required defaultValue={name} />
        <Field
          name="email"
          label={t`E-mail`}
          type="email"
          required={email !== null}
          defaultValue={email ?? ''}
        />
        <LanguageField
          name="language"
          none={t`As in the organization`}
          defaultValue={language ?? ''}
        />
        <Checkbox name="isOperator" label={t`Operator`} defaultChecked={isOperator} />
        <Checkbox
          name="isDisabled"
          label={t`Disabled: sessions and secrets stop working`}
          defaultChecked={!isEnabled}
        />
      </Form>
    </Box>
  );
}

function changeOf(form: FormData): Schemas['AccountChange'] {
  const email = formText(form, 'email').trim();
  return {
    name: formText(form, 'name').trim(),
    ...(email !== '' && { email }),
    language: languageOf(form),
    isOperator: form.get('isOperator') !== null,
    isDisabled: form.get('isDisabled') !== null,
  };
}

function useSave(accountId: string, tag: string | null, onSaved: () => void) {
  const finish = useFinish(onSaved);
  return useMutation({
    mutationFn: (form: FormData) =>
      api.patch('/security/accounts/{accountId}', {
        params: { path: { accountId }, header: tag === null ? {} : { 'If-Match': tag } },
        body: changeOf(form),
      }),
    onSuccess: () => finish({ message: t`The account is changed.` }),
  });
}
