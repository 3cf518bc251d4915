import { t } from '@lingui/core/macro';
import { Box, Checkbox, Stack, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { api, type IfMatch, type Schemas, withTag } from '../../api/client';
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
    queryFn: ({ signal }) => {
      const params = { path: { accountId: id } };
      return withTag(api.GET('/security/accounts/{accountId}', { signal, params }));
    },
    gcTime: 0,
    staleTime: 0,
  });
  if (found.isError) return <Failure error={found.error} />;
  if (found.data === undefined) return null;
  const { data: account, ifMatch } = found.data;
  return (
    <Stack gap="sm">
      <AccountForm key={formKey(account)} {...{ account, ifMatch, onSaved }} />
      <Memberships {...{ account, ifMatch }} />
    </Stack>
  );
}

/** Identifies the values of the form, so that changing a membership does not reset what was typed. */
function formKey({ name, email, language, isOperator, isEnabled }: Account): string {
  return JSON.stringify([name, email, language, isOperator, isEnabled]);
}

function AccountForm(props: { account: Account; ifMatch: IfMatch; onSaved: () => void }) {
  const { account, ifMatch, onSaved } = props;
  const { name, email, language, isOperator, isEnabled } = account;
  return (
    <Box className="surface" p="md">
      <Text fw={600} size="sm" mb="sm">
        {t`Name and state`}
      </Text>
      <Form
        label={t`Name and state`}
        sending={useSave(account.id, ifMatch, onSaved)}
        action={t`Save`}
      >
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

function useSave(accountId: string, header: IfMatch, onSaved: () => void) {
  const finish = useFinish(onSaved);
  return useMutation({
    mutationFn: (form: FormData) =>
      api.patch('/security/accounts/{accountId}', {
        params: { path: { accountId }, header },
        body: changeOf(form),
      }),
    onSuccess: () => finish({ message: t`The account is changed.` }),
  });
}
