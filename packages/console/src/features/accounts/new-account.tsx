import { t } from '@lingui/core/macro';
import { Checkbox } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { api, type Schemas } from '../../api/client';
import { DialogAction } from '../../ui/buttons';
import { Field, Form, formText, LanguageField, languageOf } from '../../ui/form';
import { OrganizationField } from '../../ui/select-fields';
import { WORDS } from '../../words';
import { useFinish } from './grants';

/** Creates an account, by default in `company`, and invites the person if mail is configured. */
export function NewAccount({ company }: { company: string | undefined }) {
  return (
    <DialogAction
      size="sm"
      variant="filled"
      title={t`New account`}
      content={close => <NewAccountForm company={company} onCreated={close} />}
    >
      {t`New account`}
    </DialogAction>
  );
}

function NewAccountForm(props: { company: string | undefined; onCreated: () => void }) {
  const { company, onCreated } = props;
  const finish = useFinish(onCreated);
  const create = useMutation({
    mutationFn: (form: FormData) => api.post('/security/accounts', { body: bodyOf(form) }),
    onSuccess: ({ name, email, isInvited }) => {
      const advice =
        email === null
          ? t`Without an e-mail there is no password, mail or secret.`
          : t`No mail is configured: create a password link for it.`;
      return finish({
        title: t`The account of ${name} is created`,
        message: isInvited ? t`An invitation is on its way to ${email ?? name}.` : advice,
      });
    },
  });
  return (
    <Form sending={create} action={t`Create`}>
      <Field name="name" label={t`Name`} required data-autofocus />
      <Field name="email" label={t`E-mail`} type="email" />
      <LanguageField name="language" none={t`As in the organization`} />
      <OrganizationField
        by="handle"
        name="company"
        errorField="memberships[0].company"
        defaultValue={company}
        label={t`Organization`}
        description={t`Not needed by operators, who can access every organization.`}
      />
      <Checkbox name="reportAccess" label={t`Report access, which includes API access`} />
      <Checkbox
        name="isDeveloper"
        label={t`Developer role in the organization`}
        title={WORDS.developer}
      />
      <Checkbox name="isOperator" label={t`Operator: every organization, and these pages`} />
    </Form>
  );
}

function bodyOf(form: FormData): Schemas['AccountRequest'] {
  const isChecked = (name: string) => form.get(name) !== null;
  const company = formText(form, 'company').trim();
  const isDeveloper = isChecked('isDeveloper');
  return {
    name: formText(form, 'name').trim(),
    email: formText(form, 'email').trim() || null,
    language: languageOf(form),
    isOperator: isChecked('isOperator'),
    // If omitted, operators get both.
    ...(isChecked('reportAccess') && { apiAccess: true, reportAccess: true }),
    ...(company !== '' && { memberships: [{ company, isDeveloper, hasAccess: true }] }),
  };
}
