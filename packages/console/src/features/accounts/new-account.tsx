import { t } from '@lingui/core/macro';
import { Button, Checkbox, Group, Stack, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError, api, read, type Schemas } from '../../api/client';
import { Dialog } from '../../ui/dialog';
import { formText, onSubmit } from '../../ui/form';
import { notify } from '../../ui/notices';
import { OrganizationField } from '../../ui/organization-field';
import { Failure } from '../../ui/page';
import { WORDS } from '../../words';
import { rereadPeople } from './grants';

/** Creates an account, which is invited where mail is configured; of `company` unless another one is chosen. */
export function NewAccount({ company }: { company: string | undefined }) {
  const [isOpen, { open, close }] = useDisclosure(false);
  return (
    <>
      <Button onClick={open}>{t`New account`}</Button>
      <Dialog opened={isOpen} onClose={close} title={t`New account`}>
        {isOpen && <NewAccountForm company={company} onCreated={close} />}
      </Dialog>
    </>
  );
}

function NewAccountForm(props: { company: string | undefined; onCreated: () => void }) {
  const { company, onCreated } = props;
  const queryClient = useQueryClient();
  const create = useMutation({
    mutationFn: (form: FormData) => read(api.POST('/security/accounts', { body: bodyOf(form) })),
    onSuccess: async ({ name, email, isInvited }) => {
      const advice =
        email === null
          ? t`Without an e-mail there is no password, mail or secret.`
          : t`No mail is configured: make a password link for it.`;
      onCreated();
      notify({
        title: t`The account of ${name} is created`,
        message: isInvited ? t`An invitation is on its way to ${email ?? name}.` : advice,
      });
      await rereadPeople(queryClient);
    },
  });
  const faults = create.error instanceof ApiError ? create.error.fields : new Map<string, string>();
  return (
    <form onSubmit={onSubmit(create.mutate)}>
      <Stack gap="sm">
        <TextInput name="name" label={t`Name`} required data-autofocus error={faults.get('name')} />
        <TextInput name="email" label={t`E-mail`} type="email" error={faults.get('email')} />
        <OrganizationField
          by="handle"
          name="company"
          {...(company !== undefined && { defaultValue: company })}
          label={t`Organization`}
          description={t`None for an operator, who reaches every organization.`}
          error={faults.get('memberships[0].company')}
        />
        <Checkbox name="reportAccess" label={t`Report access, which includes API access`} />
        <Checkbox
          name="isDeveloper"
          label={t`Developer role in the organization`}
          title={WORDS.developer}
        />
        <Checkbox name="isOperator" label={t`Operator: every organization, and these pages`} />
        {create.isError && faults.size === 0 && <Failure error={create.error} />}
        <Group justify="flex-end" mt="sm">
          <Button type="submit" loading={create.isPending}>
            {t`Create`}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function bodyOf(form: FormData): Schemas['AccountRequest'] {
  const isChecked = (name: string) => form.get(name) !== null;
  const company = formText(form, 'company').trim();
  const isDeveloper = isChecked('isDeveloper');
  return {
    name: formText(form, 'name').trim(),
    email: formText(form, 'email').trim() || null,
    isOperator: isChecked('isOperator'),
    // Left out, an operator gets both.
    ...(isChecked('reportAccess') && { apiAccess: true, reportAccess: true }),
    ...(company !== '' && { memberships: [{ company, isDeveloper, hasAccess: true }] }),
  };
}
