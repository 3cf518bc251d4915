import { t } from '@lingui/core/macro';
import { Box, Button, Checkbox, Group, Stack, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, type IfMatch, type Schemas, withTag } from '../../api/client';
import { Dimmed } from '../../text/format';
import { Action } from '../../ui/buttons';
import { Field, Form, formText, LanguageField, languageOf } from '../../ui/form';
import { Failure } from '../../ui/page';
import { ReportScope, scopeName } from '../../ui/report-scope';
import { OrganizationField } from '../../ui/select-fields';
import { ACCOUNTS, heldRights, rereadPeople, useFinish } from './grants';
import { HasLeft } from './has-left';

type Account = Schemas['Account'];
type Membership = Account['organizations'][number];

/** Loads the account with its ETag, so that concurrent changes are detected. */
export function EditAccount({ id, onSaved }: { id: string; onSaved: () => void }) {
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
  const finish = useFinish(onSaved);
  const params = { path: { accountId: account.id }, header: ifMatch };
  return (
    <Box className="surface" p="md">
      <Text fw={600} size="sm" mb="sm">
        {t`Name and state`}
      </Text>
      <Form
        label={t`Name and state`}
        send={form => api.patch('/security/accounts/{accountId}', { params, body: changeOf(form) })}
        onSent={() => finish({ message: t`The account has been changed.` })}
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

/** The organizations of an account with its rights in each. Each change is saved immediately. */
function Memberships({ account, ifMatch }: { account: Account; ifMatch: IfMatch }) {
  const queryClient = useQueryClient();
  // Each change applies to the loaded version of the account, and reloads it, also on failure.
  const { mutate, error, isPending, isSuccess, variables } = useMutation({
    mutationFn: ({ send }: Change) => send(),
    onSuccess: (_, { onSaved }) => onSaved?.(),
    onSettled: () => rereadPeople(queryClient),
  });
  // Ignores changes while one is pending, instead of disabling controls, which would lose the focus.
  const change = (next: Change) => {
    if (!isPending) mutate(next);
  };
  const path = '/security/accounts/{accountId}/memberships/{handle}';
  const paramsOf = (handle: string) => ({
    path: { accountId: account.id, handle },
    header: ifMatch,
  });
  const set = ({ handle, ...body }: Rights) => api.put(path, { params: paramsOf(handle), body });
  return (
    <Stack
      className="surface"
      p="md"
      gap="xs"
      component="section"
      aria-label={t`Organizations`}
      aria-busy={isPending}
    >
      <div>
        <Text fw={600} size="sm">
          {t`Organizations`}
        </Text>
        <Dimmed size="xs">{t`Changes here are saved immediately.`}</Dimmed>
        <Text size="sm" role="status" mih="1.45em">
          {isSuccess && variables.message}
        </Text>
      </div>
      {error && <Failure error={error} />}
      {account.organizations.map(membership => (
        <MembershipRow
          key={membership.handle}
          {...{ account, membership }}
          onSet={rights => change({ send: () => set(rights), message: savedName(rights) })}
          onRemove={() =>
            change({
              send: () => api.remove(path, { params: paramsOf(membership.handle) }),
              message: t`Saved: ${membership.handle} removed.`,
            })
          }
        />
      ))}
      <AddOrganization
        onAdd={(handle, onSaved) =>
          change({
            send: () => set({ handle, hasAccess: true, isDeveloper: false }),
            message: t`Saved: ${handle} added, with access.`,
            onSaved,
          })
        }
      />
    </Stack>
  );
}

interface Change {
  readonly send: () => Promise<unknown>;
  readonly message: string;
  readonly onSaved?: () => void;
}

type Rights = Pick<Membership, 'handle' | 'hasAccess' | 'isDeveloper'> &
  Partial<Pick<Membership, 'keepsRecords' | 'reportScope' | 'reportDepartments'>>;

function AddOrganization({ onAdd }: { onAdd: (handle: string, onAdded: () => void) => void }) {
  const [handle, setHandle] = useState<string | null>(null);
  return (
    <Group align="flex-end" gap="xs">
      <OrganizationField
        by="handle"
        label={t`Add an organization`}
        placeholder={t`Name or handle`}
        value={handle}
        onChange={setHandle}
        flex={1}
      />
      <Button
        variant="default"
        disabled={handle === null}
        onClick={() => handle !== null && onAdd(handle, () => setHandle(null))}
      >
        {t`Add`}
      </Button>
    </Group>
  );
}

function savedName(rights: Rights): string {
  const { handle, hasAccess, isDeveloper, keepsRecords, reportScope, reportDepartments } = rights;
  if (reportScope !== undefined && reportDepartments !== undefined) {
    const shown = scopeName({ reportScope, reportDepartments });
    return t`Saved: reports of ${handle} show: ${shown}.`;
  }
  const rightsHeld = [
    hasAccess ? t`access` : t`no access`,
    isDeveloper ? t`the Developer role` : t`no Developer role`,
    ...(keepsRecords === undefined ? [] : [keepsRecords ? t`keeps records` : t`keeps no records`]),
  ].join(', ');
  return t`Saved in ${handle}: ${rightsHeld}.`;
}

const RIGHTS = [
  { right: 'hasAccess', label: t`Access` },
  { right: 'isDeveloper', label: t`Developer` },
  { right: 'keepsRecords', label: t`Keeps records` },
] as const;

/** Describes what reports show while a right is missing. */
function shownWithout(account: Account, handle: string): string | undefined {
  const { reportAccess, organizations } = heldRights(account);
  const { hasAccess } = organizations.find(each => each.handle === handle)!;
  if (!hasAccess) return t`nothing`;
  return reportAccess ? undefined : t`only their own`;
}

function MembershipRow(props: {
  account: Account;
  membership: Membership;
  onSet: (rights: Rights) => void;
  onRemove: () => void;
}) {
  const { account, membership, onSet, onRemove } = props;
  const { handle, hasAccess, isDeveloper } = membership;
  return (
    <Group gap="md" role="group" aria-label={handle}>
      <Text size="sm" flex={1}>
        {handle}
      </Text>
      {RIGHTS.map(({ right, label }) => (
        <Checkbox
          key={right}
          label={label}
          checked={membership[right]}
          onChange={({ currentTarget: { checked } }) =>
            onSet({ handle, hasAccess, isDeveloper, [right]: checked })
          }
        />
      ))}
      <ReportScope
        label={t`in ${handle}`}
        organization={handle}
        scope={membership}
        shown={shownWithout(account, handle)}
        kinds={['organization', 'administered', 'departments']}
        onSave={scope => onSet({ handle, hasAccess, isDeveloper, ...scope })}
      />
      <HasLeft accountId={account.id} membership={membership} />
      <Action name={t`Remove ${handle}`} onClick={onRemove}>
        {t`Remove`}
      </Action>
    </Group>
  );
}
