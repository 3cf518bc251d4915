import { t } from '@lingui/core/macro';
import { Button, Group, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError, api, read } from '../../api/client';
import { formText, onSubmit } from '../../ui/form';
import { OrganizationField } from '../../ui/organization-field';
import { Failure } from '../../ui/page';
import { SERVICE_ACCOUNTS_KEY } from './service-accounts';

/** A name and an organization; its scope is that of the organization until it is narrowed. */
export function NewServiceAccount() {
  const queryClient = useQueryClient();
  const create = useMutation({
    mutationFn: (form: FormData) =>
      read(
        api.POST('/security/service-accounts', {
          body: {
            name: formText(form, 'name').trim(),
            company: formText(form, 'company').trim(),
          },
        }),
      ),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: SERVICE_ACCOUNTS_KEY }),
  });
  const faults = create.error instanceof ApiError ? create.error.fields : new Map<string, string>();
  return (
    <form onSubmit={onSubmit(create.mutate)}>
      <Group align="flex-end" gap="sm">
        <TextInput name="name" label={t`Name`} required error={faults.get('name')} />
        <OrganizationField
          by="handle"
          name="company"
          label={t`Organization`}
          error={faults.get('company')}
        />
        <Button type="submit" loading={create.isPending}>
          {t`Create`}
        </Button>
      </Group>
      {create.isError && faults.size === 0 && <Failure error={create.error} />}
    </form>
  );
}
