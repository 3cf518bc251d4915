import { plural, t } from '@lingui/core/macro';
import { Button, Checkbox, Group, Text } from '@mantine/core';
import { createFileRoute } from '@tanstack/react-router';
import { api, apiQuery, type Schemas } from '../../api/client';
import { useReport } from '../../api/report';
import { AccountRow } from '../../features/accounts/account-row';
import { ACCOUNTS, useFinish } from '../../features/accounts/grants';
import { choice, number, searchOf, text, useSetFilters } from '../../search';
import { count } from '../../text/format';
import { DialogAction, DialogButtons } from '../../ui/buttons';
import { ChoiceFilter, Filters, SearchFilter } from '../../ui/filters';
import { Field, Form, formText, LanguageField, languageOf } from '../../ui/form';
import { useChange } from '../../ui/notices';
import { EmptyState, Page } from '../../ui/page';
import { ListReport } from '../../ui/paged-report';
import { ReportView } from '../../ui/report-view';
import { OrganizationField } from '../../ui/select-fields';
import { WORDS } from '../../words';

const PAGE_SIZE = 25;

const RIGHTS = [
  { value: 'any', label: t`Any` },
  { value: 'operator', label: t`Operator` },
  { value: 'api', label: t`API access` },
  { value: 'reports', label: t`Report access` },
  { value: 'developer', label: t`Developer role` },
  { value: 'records', label: t`Keeps records` },
] as const;

const STATES = [
  { value: 'any', label: t`Any` },
  { value: 'enabled', label: t`Enabled` },
  { value: 'disabled', label: t`Disabled` },
  { value: 'no-email', label: t`Without an e-mail` },
  { value: 'no-access', label: t`No access anywhere` },
] as const;

const search = searchOf({
  q: text(),
  company: text(),
  right: choice(['operator', 'api', 'reports', 'developer', 'records']),
  state: choice(['enabled', 'disabled', 'no-email', 'no-access']),
  page: number(),
});
type Filters = ReturnType<typeof search>;

export const Route = createFileRoute('/_signed-in/accounts')({
  validateSearch: search,
  component: AccountsPage,
});

function accountsQuery({ q, company, right, state, page = 1 }: Filters) {
  const query = { q, company, right, state, page, pageSize: PAGE_SIZE };
  return apiQuery(ACCOUNTS, null, '/security/accounts', { params: { query } });
}

function AccountsPage() {
  const filters = Route.useSearch();
  const { company } = filters;
  const setFilters = useSetFilters<Filters>();
  const report = useReport(accountsQuery(filters));
  return (
    <Page
      title={t`Accounts`}
      about={t`Changes take effect at the account’s next request. Report access includes API access.`}
      actions={
        <Group gap="xs">
          {company !== undefined && (
            <DialogAction
              size="sm"
              title={t`Invite members of ${company}`}
              content={close => <Invitation company={company} onClose={close} />}
            >
              {t`Invite…`}
            </DialogAction>
          )}
          <DialogAction
            size="sm"
            variant="filled"
            title={t`New account`}
            content={close => <NewAccount company={company} onCreated={close} />}
          >
            {t`New account`}
          </DialogAction>
        </Group>
      }
    >
      <Filters>
        <OrganizationField
          by="handle"
          label={t`Member of`}
          placeholder={t`All`}
          w={{ base: '100%', xs: 220 }}
          value={company ?? null}
          onChange={chosen => setFilters({ company: chosen ?? undefined })}
        />
        <ChoiceFilter name="right" label={t`Right`} choices={RIGHTS} />
        <ChoiceFilter name="state" label={t`State`} choices={STATES} />
        <SearchFilter placeholder={t`Name, e-mail or code`} />
      </Filters>
      <ListReport
        report={report}
        label={t`Accounts`}
        titles={[t`Account`, t`API access`, t`Report access`, t`Secret`, t`Problems`]}
        row={account => <AccountRow key={account.id} account={account} />}
        empty={
          <EmptyState title={t`No accounts match`}>
            {t`Search for part of a name, an e-mail or a code, or choose other filters.`}
          </EmptyState>
        }
      />
    </Page>
  );
}

/** The field of the organization has the name of the property, which errors name. */
const COMPANY = 'memberships[0].company';

/** Creates an account, by default in `company`, and invites the person if mail is configured. */
function NewAccount(props: { company: string | undefined; onCreated: () => void }) {
  const { company, onCreated } = props;
  const finish = useFinish(onCreated);
  const create = (form: FormData) => api.post('/security/accounts', { body: bodyOf(form) });
  const close = ({ name, email, isInvited }: Schemas['CreatedAccount']) => {
    const advice =
      email === null
        ? t`Without an e-mail address, the account cannot have a password, e-mails or a secret.`
        : t`No mail server is configured: create a password link for it.`;
    return finish({
      title: t`The account of ${name} has been created`,
      message: isInvited ? t`An invitation is on its way to ${email ?? name}.` : advice,
    });
  };
  return (
    <Form send={create} onSent={close} action={t`Create`}>
      <Field name="name" label={t`Name`} required data-autofocus />
      <Field name="email" label={t`E-mail`} type="email" />
      <LanguageField name="language" none={t`As in the organization`} />
      <OrganizationField
        by="handle"
        name={COMPANY}
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
  const company = formText(form, COMPANY);
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

/** Invites members of an organization who cannot sign in yet, after showing their number. */
function Invitation({ company, onClose }: { company: string; onClose: () => void }) {
  const finish = useFinish(onClose);
  const planned = useReport({
    queryKey: ['invitations', company],
    queryFn: () => request({ company, dryRun: true }),
    gcTime: 0,
    staleTime: 0,
    retry: false,
  });
  const invite = useChange({
    mutationFn: () => request({ company }),
    onSuccess: ({ invited }) => finish({ message: t`Invitations are on their way: ${invited}.` }),
  });
  return (
    <ReportView report={planned} height={44}>
      {data => (
        <>
          <Text size="sm">
            {data.invited === 0
              ? t`There is nobody to invite.`
              : plural(data.invited, {
                  one: '# member with access cannot sign in yet. They get an e-mail with a link to choose a password, which works for seven days.',
                  other:
                    '# members with access cannot sign in yet. Each gets an e-mail with a link to choose a password, which works for seven days.',
                })}
          </Text>
          <LeftOut counts={data} />
          <DialogButtons onCancel={onClose}>
            <Button
              disabled={data.invited === 0}
              loading={invite.isPending}
              onClick={() => invite.mutate()}
            >
              {t`Invite these ${data.invited}`}
            </Button>
          </DialogButtons>
        </>
      )}
    </ReportView>
  );
}

const LEFT_OUT: readonly (readonly [keyof Schemas['Invitations'], string])[] = [
  ['signIn', t`Can already sign in`],
  ['invitedBefore', t`Invited within the last week`],
  ['withoutEmail', t`Without an e-mail`],
  ['withoutAccess', t`Without access`],
];

function LeftOut({ counts }: { counts: Schemas['Invitations'] }) {
  const some = LEFT_OUT.filter(([name]) => counts[name] > 0);
  if (some.length === 0) return null;
  return (
    <ul aria-label={t`Who is not invited`}>
      {some.map(([name, words]) => (
        <li key={name}>{`${words}: ${count(counts[name])}`}</li>
      ))}
    </ul>
  );
}

function request(body: Schemas['InvitationRequest']) {
  return api.post('/security/invitations', { body });
}
