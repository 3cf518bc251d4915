import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { OLGA, openConsole, refusal } from './console';
import { page, DEPARTMENT as YARD } from './records';

const ID = '33333333-3333-4333-8333-333333333333';
const TOKEN = 'Zk3aQ9xWkq2nYd0mJp4sVt6uBx8cEz1fGh3jKl5nMq7';
const MEMBERSHIP = `PUT /security/accounts/${ID}/memberships/acme`;

const ACME = { id: 'a', handle: 'acme', name: 'Acme Energy', members: 3 };

const GRACE = {
  id: ID,
  email: 'grace@acme.test',
  name: 'Grace Hopper',
  isOperator: true,
  apiAccess: true,
  reportAccess: true,
  fromProvider: null,
  isEnabled: true,
  hasPassword: false,
  secretPrefix: null,
  organizations: [
    {
      ...{ handle: 'acme', hasAccess: true, isDeveloper: false, fromProvider: null },
      ...{ reportScope: 'organization', reportDepartments: [] },
    },
  ],
};

function openAccounts(answers: object) {
  return openConsole('/accounts', {
    'GET /auth/session': OLGA,
    'GET /security/companies': page([ACME, { ...ACME, id: 'g', handle: 'globex', name: 'Globex' }]),
    'GET /security/accounts': { items: [GRACE], total: 1, page: 1, pageSize: 25 },
    [`GET /security/accounts/${ID}`]: () => Response.json(GRACE, { headers: { ETag: '"one"' } }),
    ...answers,
  });
}

/** Selects an organization by name. */
async function choose(user: ReturnType<typeof openConsole>['user'], label: string, name: string) {
  await user.type(screen.getByRole('combobox', { name: label }), name.slice(0, 3));
  await user.click(await screen.findByRole('option', { name: new RegExp(`^${name}`) }));
}

test('an account is created with its organization, and invited', async () => {
  const { user, callsOf } = openAccounts({
    'POST /security/accounts': { ...GRACE, isInvited: true },
  });
  await user.click(await screen.findByRole('button', { name: 'New account' }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.type(dialog.getByLabelText(/^Name/), 'Grace Hopper');
  await user.type(dialog.getByLabelText(/^E-mail/), 'grace@acme.test');
  await user.selectOptions(dialog.getByLabelText('Language'), 'Deutsch');
  await choose(user, 'Organization', 'Acme Energy');
  await user.click(dialog.getByLabelText(/^Report access/));
  await user.click(dialog.getByRole('button', { name: 'Create' }));
  expect(await screen.findByText('An invitation is on its way to grace@acme.test.')).toBeTruthy();
  expect(callsOf('POST /security/accounts').map(({ body }) => body)).toEqual([
    {
      name: 'Grace Hopper',
      email: 'grace@acme.test',
      language: 'de',
      isOperator: false,
      apiAccess: true,
      reportAccess: true,
      memberships: [{ company: 'acme', isDeveloper: false, hasAccess: true }],
    },
  ]);
});

test('a new operator gets report access even if it is not selected', async () => {
  const { user, callsOf } = openAccounts({
    'POST /security/accounts': { ...GRACE, isInvited: true },
  });
  await user.click(await screen.findByRole('button', { name: 'New account' }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.type(dialog.getByLabelText(/^Name/), 'Olga');
  await user.type(dialog.getByLabelText(/^E-mail/), 'olga@acme.test');
  await user.click(dialog.getByLabelText(/^Operator/));
  await user.click(dialog.getByRole('button', { name: 'Create' }));
  await screen.findByText(/^An invitation is on its way/);
  expect(callsOf('POST /security/accounts').map(({ body }) => body)).toEqual([
    { name: 'Olga', email: 'olga@acme.test', language: null, isOperator: true },
  ]);
});

test('an invalid field shows the error and keeps what was typed', async () => {
  const errors = [{ field: 'memberships[0].company', message: 'does not match any organization' }];
  const { user } = openAccounts({
    'POST /security/accounts': refusal(400, { code: 'invalid-request', errors }),
  });
  await user.click(await screen.findByRole('button', { name: 'New account' }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.type(dialog.getByLabelText(/^Name/), 'Grace');
  await user.type(dialog.getByLabelText(/^E-mail/), 'grace@acme.test');
  await choose(user, 'Organization', 'Acme Energy');
  await user.click(dialog.getByRole('button', { name: 'Create' }));
  expect(await dialog.findByText('does not match any organization')).toBeTruthy();
  expect(dialog.getByRole('combobox', { name: 'Organization' })).toHaveValue('Acme Energy');
});

test('a password link is shown once to be copied', async () => {
  const { user } = openAccounts({
    [`POST /security/accounts/${ID}/password-link`]: {
      url: `https://reporting.test/console/set-password#token=${TOKEN}`,
      expiresAt: '2026-11-30T08:00:00.000+00:00',
    },
  });
  await user.click(
    await screen.findByRole('button', { name: 'Make a password link for Grace Hopper' }),
  );
  expect(await screen.findByLabelText('Link')).toHaveProperty(
    'value',
    `https://reporting.test/console/set-password#token=${TOKEN}`,
  );
});

test('an account is saved with its ETag, and the last operator is kept', async () => {
  const detail = 'This is the last enabled operator. Make another account an operator first.';
  const { user, callsOf } = openAccounts({
    [`PATCH /security/accounts/${ID}`]: refusal(409, {
      code: 'last-operator',
      title: 'Last operator',
      detail,
    }),
  });
  await user.click(await screen.findByRole('button', { name: 'Edit Grace Hopper' }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.selectOptions(await dialog.findByLabelText('Language'), 'Français');
  await user.click(dialog.getByLabelText('Operator'));
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  expect(await dialog.findByText(detail)).toBeTruthy();
  const [call] = callsOf(`PATCH /security/accounts/${ID}`);
  expect(call!.headers.get('If-Match')).toBe('"one"');
  expect(call!.body).toMatchObject({ language: 'fr', isOperator: false, isDisabled: false });
});

test('a dialog with buttons of its own returns the focus to its button', async () => {
  const { user } = openAccounts({});
  const edit = await screen.findByRole('button', { name: 'Edit Grace Hopper' });
  await user.click(edit);
  await user.click(await screen.findByRole('textbox', { name: 'E-mail' }));
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await waitFor(() => expect(edit).toHaveFocus());
});

test('a membership is added by searching for its organization', async () => {
  const added = `PUT /security/accounts/${ID}/memberships/globex`;
  const { user, callsOf } = openAccounts({ [added]: GRACE });
  await user.click(await screen.findByRole('button', { name: 'Edit Grace Hopper' }));
  await screen.findByRole('group', { name: 'acme' });
  await choose(user, 'Add an organization', 'Globex');
  await user.click(screen.getByRole('button', { name: 'Add' }));
  await waitFor(() =>
    expect(callsOf(added).map(({ body }) => body)).toEqual([
      { hasAccess: true, isDeveloper: false },
    ]),
  );
  await waitFor(() =>
    expect(screen.getByRole('combobox', { name: 'Add an organization' })).toHaveValue(''),
  );
});

test('each change of a membership uses the ETag after the previous one', async () => {
  let version = 1;
  const answer = () => Response.json(GRACE, { headers: { ETag: `"${version}"` } });
  const { user, callsOf } = openAccounts({
    [`GET /security/accounts/${ID}`]: answer,
    [MEMBERSHIP]: () => {
      version += 1;
      return answer();
    },
  });
  await user.click(await screen.findByRole('button', { name: 'Edit Grace Hopper' }));
  const section = await screen.findByRole('region', { name: 'Organizations' });
  for (const changes of [1, 2]) {
    await user.click(within(section).getByLabelText('Developer'));
    await waitFor(() => expect(callsOf(MEMBERSHIP)).toHaveLength(changes));
    await waitFor(() => expect(section).toHaveAttribute('aria-busy', 'false'));
  }
  expect(callsOf(MEMBERSHIP).map(({ headers }) => headers.get('If-Match'))).toEqual(['"1"', '"2"']);
});

test('a concurrent change of a membership is reported', async () => {
  const { user } = openAccounts({ [MEMBERSHIP]: refusal(412, { code: 'precondition-failed' }) });
  await user.click(await screen.findByRole('button', { name: 'Edit Grace Hopper' }));
  const acme = within(await screen.findByRole('group', { name: 'acme' }));
  await user.click(acme.getByLabelText('Developer'));
  expect(await screen.findByText('Changed by somebody else')).toBeTruthy();
});

test('a membership gets the Developer role, and one with records cannot be deleted', async () => {
  const { user, callsOf } = openAccounts({
    [MEMBERSHIP]: GRACE,
    [`DELETE /security/accounts/${ID}/memberships/acme`]: refusal(409, {
      code: 'membership-has-records',
    }),
  });
  await user.click(await screen.findByRole('button', { name: 'Edit Grace Hopper' }));
  const acme = within(await screen.findByRole('group', { name: 'acme' }));
  await user.click(acme.getByLabelText('Developer'));
  await waitFor(() =>
    expect(callsOf(MEMBERSHIP).map(({ body }) => body)).toEqual([
      { hasAccess: true, isDeveloper: true },
    ]),
  );
  expect(await screen.findByText('Saved in acme: access, the Developer role.')).toHaveAttribute(
    'role',
    'status',
  );
  await user.click(acme.getByRole('button', { name: 'Remove acme' }));
  const refused = await screen.findByText('The membership has records');
  expect(refused.compareDocumentPosition(acme.getByText('acme'))).toBe(
    Node.DOCUMENT_POSITION_FOLLOWING,
  );
  expect(screen.queryByText(/^Saved/)).toBeNull();
});

test('the token of a password link is removed from the address and sets the password', async () => {
  const { user, history, callsOf } = openConsole(`/set-password#token=${TOKEN}`, {
    'POST /auth/password-reset/confirm': null,
  });
  const field = await screen.findByLabelText('New password');
  await waitFor(() => expect(history.location.href).toBe('/set-password'));
  await user.type(field, 'a long passphrase');
  await user.click(screen.getByRole('button', { name: 'Set the password' }));
  expect(await screen.findByText('The password has been set')).toBeTruthy();
  expect(callsOf('POST /auth/password-reset/confirm').map(({ body }) => body)).toEqual([
    { token: TOKEN, new: 'a long passphrase' },
  ]);
});

test('a link without a token is reported as incomplete', async () => {
  openConsole('/set-password');
  expect(await screen.findByText(/The link is incomplete/)).toBeTruthy();
});

test('a password reset is requested from the sign-in page, and fails without a mail server', async () => {
  const { user, answer } = openConsole('/sign-in', { 'POST /auth/password-reset': null });
  await user.click(await screen.findByRole('link', { name: 'Forgot your password?' }));
  await screen.findByRole('heading', { name: 'Forgotten password' });
  await user.type(screen.getByLabelText('E-mail'), 'grace@acme.test');
  const detail = 'No mail server is configured. Ask an operator.';
  answer('POST /auth/password-reset', refusal(409, { code: 'mail-not-configured', detail }));
  await user.click(screen.getByRole('button', { name: 'Send the link' }));
  expect(await screen.findByText(detail)).toBeTruthy();
  answer('POST /auth/password-reset', null);
  await user.click(screen.getByRole('button', { name: 'Send the link' }));
  expect(await screen.findByText('Check your e-mail')).toBeTruthy();
});

test('a grant that finishes while the account is being edited is saved', async () => {
  let grant = (_: Response): void => undefined;
  const granted = new Promise<Response>(resolve => {
    grant = resolve;
  });
  const { user } = openAccounts({ [`PUT /security/accounts/${ID}/grants`]: () => granted });
  await user.click(await screen.findByRole('switch', { name: /^Report access.*Grace/ }));
  await user.click(screen.getByRole('button', { name: 'Edit Grace Hopper' }));
  await screen.findByRole('form', { name: 'Name and state' });
  grant(Response.json({ apiAccess: true, reportAccess: false }));
  expect(await screen.findByText(/^Saved: Grace Hopper has API access, and no/)).toBeTruthy();
});

test('grants that are changed in quick succession are saved one after another', async () => {
  let release = (): void => undefined;
  const held = new Promise<void>(resolve => {
    release = resolve;
  });
  const { user, callsOf } = openAccounts({
    [`PUT /security/accounts/${ID}/grants`]: async () => {
      await held;
      return Response.json({ apiAccess: false, reportAccess: false });
    },
  });
  const bodies = () => callsOf(`PUT /security/accounts/${ID}/grants`).map(({ body }) => body);
  await user.click(await screen.findByRole('switch', { name: /^Report access.*Grace/ }));
  await user.click(screen.getByRole('switch', { name: /^API access.*Grace/ }));
  expect(bodies()).toEqual([{ reportAccess: false }]);
  release();
  await waitFor(() => expect(bodies()).toEqual([{ reportAccess: false }, { apiAccess: false }]));
});

test('recording that a member has left requires confirmation, and shows what has ended', async () => {
  const leave = `POST /security/accounts/${ID}/memberships/acme/leave`;
  const ended = { access: true, developerRole: false, recordKeeping: false };
  const counts = { affiliations: 2, assignments: 1, schedules: 0, secrets: 1 };
  const { user, callsOf } = openAccounts({ [leave]: { ...ended, ...counts } });
  await user.click(await screen.findByRole('button', { name: 'Edit Grace Hopper' }));
  await user.click(await screen.findByRole('button', { name: 'Has left acme' }));
  expect(callsOf(leave)).toEqual([]);
  expect(await screen.findByText(/Records stay, but reports no longer count them/)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Has left' }));
  expect(
    await screen.findByText('Ended: 2 functions, 1 profile, 0 schedules, 1 secret.'),
  ).toBeTruthy();
  expect(callsOf(leave)).toHaveLength(1);
});

test('a department of a scope that has no people is not called deleted', async () => {
  const [acme] = GRACE.organizations;
  const scope = { reportScope: 'departments', reportDepartments: ['d9'] };
  const { user } = openAccounts({
    [`GET /security/accounts/${ID}`]: { ...GRACE, organizations: [{ ...acme, ...scope }] },
    'GET /reporting/directory-contacts': { departments: [YARD], members: [], affiliations: [] },
  });
  await user.click(await screen.findByRole('button', { name: 'Edit Grace Hopper' }));
  await user.click(await screen.findByRole('button', { name: / \(in acme\)$/ }));
  await screen.findAllByText('Without people, or removed');
  expect(screen.queryByText('No longer exists')).toBeNull();
});

test('the scope of a membership is set to departments chosen by name', async () => {
  const { user, callsOf } = openAccounts({
    [MEMBERSHIP]: GRACE,
    'GET /reporting/directory-contacts': { departments: [YARD], members: [], affiliations: [] },
  });
  await user.click(await screen.findByRole('button', { name: 'Edit Grace Hopper' }));
  await user.click(await screen.findByRole('button', { name: / \(in acme\)$/ }));
  await user.selectOptions(await screen.findByLabelText('Reports show'), 'Departments');
  expect(screen.getByRole('button', { name: 'Save the scope' })).toBeDisabled();
  await user.click(screen.getByRole('combobox', { name: 'Departments' }));
  await user.click(await screen.findByRole('option', { name: 'Yard' }));
  await user.click(screen.getByRole('button', { name: 'Save the scope' }));
  await screen.findByText('Saved: reports of acme show: 1 department.');
  expect(callsOf(MEMBERSHIP).map(({ body }) => body)).toEqual([
    {
      ...{ hasAccess: true, isDeveloper: false },
      ...{ reportScope: 'departments', reportDepartments: [YARD.id] },
    },
  ]);
});

test.each([
  [{ reportAccess: false }, 'Reports: only their own'],
  [{ organizations: [{ ...GRACE.organizations[0], hasAccess: false }] }, 'Reports: nothing'],
  [{}, 'Reports: The organization'],
])('a scope takes the rights of the account into account: %j', async (change, words) => {
  const { user } = openAccounts({ [`GET /security/accounts/${ID}`]: { ...GRACE, ...change } });
  await user.click(await screen.findByRole('button', { name: 'Edit Grace Hopper' }));
  const scope = await screen.findByRole('button', { name: / \(in acme\)$/ });
  expect(scope).toHaveTextContent(words);
});

test('imported members are invited after their number is shown', async () => {
  const invitations = 'POST /security/invitations';
  const { user, callsOf } = openAccounts({
    [invitations]: { invited: 60, signIn: 2, invitedBefore: 0, withoutEmail: 4, withoutAccess: 0 },
  });
  await screen.findByRole('combobox', { name: 'Member of' });
  expect(screen.queryByRole('button', { name: 'Invite…' })).toBeNull();
  await choose(user, 'Member of', 'Acme Energy');
  await user.click(await screen.findByRole('button', { name: 'Invite…' }));
  const left = await screen.findByRole('list', { name: 'Who is not invited' });
  expect(left).toHaveTextContent(/^Can already sign in: 2Without an e-mail: 4$/);
  await user.click(screen.getByRole('button', { name: 'Invite these 60' }));
  await screen.findByText('Invitations are on their way: 60.');
  expect(callsOf(invitations).map(({ body }) => body)).toEqual([
    { company: 'acme', dryRun: true },
    { company: 'acme' },
  ]);
  await user.click(screen.getByRole('button', { name: 'New account' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'New account' }));
  await waitFor(() =>
    expect(dialog.getByRole('combobox', { name: 'Organization' })).toHaveValue('Acme Energy'),
  );
});

test('the list is filtered by organization, right and state', async () => {
  const { user, callsOf } = openAccounts({});
  await screen.findByRole('combobox', { name: 'Member of' });
  await choose(user, 'Member of', 'Acme Energy');
  await user.selectOptions(await screen.findByLabelText('Right'), 'Keeps records');
  await user.selectOptions(screen.getByLabelText('State'), 'Without an e-mail');
  await waitFor(() => {
    const { query } = callsOf('GET /security/accounts').at(-1)!;
    expect([query.get('company'), query.get('right'), query.get('state')]).toEqual([
      'acme',
      'records',
      'no-email',
    ]);
  });
});

test('an organization can be searched for in a form', async () => {
  const FAR = { ...ACME, id: 'z', handle: 'zenith', name: 'Zenith' };
  const { user } = openAccounts({
    'GET /security/companies': ({ query }: { query: URLSearchParams }) =>
      page(query.get('q') === 'zeni' ? [FAR] : [ACME], { total: 60 }),
  });
  await user.click(await screen.findByRole('button', { name: 'New account' }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.type(dialog.getByRole('combobox', { name: 'Organization' }), 'zeni');
  await user.click(await screen.findByRole('option', { name: /^Zenith/ }));
  expect(dialog.getByRole('combobox', { name: 'Organization' })).toHaveValue('Zenith');
});

test('the organization of the list is named, even if a search for all does not return it', async () => {
  const FAR = { ...ACME, id: 'z', handle: 'zenith', name: 'Zenith' };
  openAccounts({
    'GET /security/companies': ({ query }: { query: URLSearchParams }) =>
      page(query.get('q') === null ? [ACME] : [FAR], { total: 60 }),
  }).history.push('/accounts?company=zenith');
  await waitFor(() =>
    expect(screen.getByRole('combobox', { name: 'Member of' })).toHaveValue('Zenith'),
  );
});

test('an error of something that the form has no field for is shown', async () => {
  const errors = [{ field: 'memberships[0].reportScope', message: 'is not available' }];
  const { user } = openAccounts({
    'POST /security/accounts': () => refusal(400, { code: 'invalid-request', errors }),
  });
  await user.click(await screen.findByRole('button', { name: 'New account' }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.type(dialog.getByLabelText(/^Name/), 'Grace');
  await user.click(dialog.getByRole('button', { name: 'Create' }));
  expect(await dialog.findByRole('alert')).toHaveTextContent('Is not available.');
});

describe('A service account', () => {
  const path = `/security/service-accounts/${ID}`;
  const open = (answers: object = {}) => {
    const account = {
      ...{ id: ID, name: 'power-bi', company: 'acme', reportScope: 'organization' },
      ...{ reportDepartments: [], expiresAt: null, createdAt: '2026-11-26T07:00:00.000+00:00' },
      secrets: 0,
    };
    return openConsole('/service-accounts', {
      'GET /auth/session': OLGA,
      'GET /security/companies': page([ACME]),
      'GET /security/service-accounts': page([account]),
      ...answers,
    });
  };

  test('is created in the only organization', async () => {
    const { user, callsOf } = open({ 'POST /security/service-accounts': {} });
    await screen.findByDisplayValue(ACME.name);
    await user.type(screen.getByLabelText('Name'), 'power-bi');
    await user.click(screen.getByRole('button', { name: 'Create' }));
    await waitFor(() => expect(callsOf('POST /security/service-accounts')).toHaveLength(1));
    const [call] = callsOf('POST /security/service-accounts');
    expect(call!.body).toEqual({ name: 'power-bi', company: ACME.handle });
  });

  test('is listed, and its secret is shown once', async () => {
    const issue = `POST ${path}/secrets`;
    const { user, callsOf } = open({ [issue]: { secret: `vsk_test_${TOKEN}` } });
    await user.type(await screen.findByLabelText('Name of a new secret of power-bi'), 'gateway');
    await user.click(screen.getByRole('button', { name: 'Issue a secret of power-bi' }));
    expect(await screen.findByDisplayValue(`vsk_test_${TOKEN}`)).toBeTruthy();
    expect(callsOf(issue).map(({ body }) => body)).toEqual([{ name: 'gateway' }]);
  });

  test('shows a secret until it is revoked', async () => {
    const { user } = open({
      [`POST ${path}/secrets`]: { secret: `vsk_test_${TOKEN}` },
      [`DELETE ${path}/secrets`]: null,
    });
    await user.type(await screen.findByLabelText('Name of a new secret of power-bi'), 'gateway');
    await user.click(screen.getByRole('button', { name: 'Issue a secret of power-bi' }));
    await screen.findByRole('textbox', { name: 'Secret of power-bi' });
    await user.click(screen.getByRole('button', { name: 'Revoke secrets of power-bi' }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.click(dialog.getByRole('button', { name: 'Revoke secrets' }));
    await waitFor(() =>
      expect(screen.queryByRole('textbox', { name: 'Secret of power-bi' })).toBeNull(),
    );
  });

  test.each([
    ['Revoke secrets of power-bi', `DELETE ${path}/secrets`],
    ['Delete power-bi', `DELETE ${path}`],
  ])('asks for confirmation before “%s”', async (name, call) => {
    const { user, callsOf } = open({ [call]: null });
    await user.click(await screen.findByRole('button', { name }));
    expect(callsOf(call)).toEqual([]);
    const dialog = within(await screen.findByRole('dialog'));
    await user.click(
      dialog.getByRole('button', { name: name.split(' of ')[0]!.replace(/ power-bi$/, '') }),
    );
    await waitFor(() => expect(callsOf(call)).toHaveLength(1));
  });
});
