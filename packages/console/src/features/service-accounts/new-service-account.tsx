import { t } from '@lingui/core/macro';
import { Box } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { api } from '../../api/client';
import { Field, Form, formText } from '../../ui/form';
import { OrganizationField } from '../../ui/organization-field';
import { SERVICE_ACCOUNTS_KEY } from './service-accounts';

/** A name and an organization; its scope is that of the organization until it is narrowed. */
export function NewServiceAccount() {
  const create = useMutation({
    mutationFn: (form: FormData) =>
      api.post('/security/service-accounts', {
        body: { name: formText(form, 'name').trim(), company: formText(form, 'company').trim() },
      }),
    meta: { changes: SERVICE_ACCOUNTS_KEY },
  });
  return (
    <Box maw={420}>
      <Form sending={create} action={t`Create`}>
        <Field name="name" label={t`Name`} required />
        <OrganizationField by="handle" name="company" label={t`Organization`} />
      </Form>
    </Box>
  );
}
