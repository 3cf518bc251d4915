import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { ADA, never, OLGA, openConsole, refusal } from './console';

const account = (name: string, change = {}) => ({
  id: `00000000-0000-4000-8000-0000000000${name.length}0`,
  name,
  email: `${name.toLowerCase()}@acme.test`,
  isOperator: false,
  apiAccess: true,
  reportAccess: false,
  isEnabled: true,
  hasPassword: true,
  secretPrefix: 'vsk_test_abc',
  organizations: [{ handle: 'acme', hasAccess: true, isDeveloper: false, fromProvider: null }],
  fromProvider: null,
  ...change,
});
const page = (items: readonly unknown[], more = {}) => ({
  items,
  total: items.length,
  page: 1,
  pageSize: 25,
  ...more,
});

describe('Accounts', () => {
  const open = () => {
    let grants = { apiAccess: true, reportAccess: false };
    return openConsole('/accounts?q=grace', {
      'GET /auth/session': OLGA,
      'GET /security/accounts': () => page([account('Grace', grants)]),
      'PUT /security/accounts/00000000-0000-4000-8000-000000000050/grants': () =>
        (grants = { apiAccess: true, reportAccess: true }),
    });
  };

  it('show a changed grant in every cached list with the account', async () => {
    const { user, router } = open();
    await screen.findByRole('switch', { name: 'Report access of Grace' });
    await act(() => router.navigate({ to: '/accounts', search: {} }));
    await screen.findByRole('switch', { name: 'Report access of Grace' });
    await user.click(screen.getByRole('switch', { name: 'Report access of Grace' }));
    const saved = 'Saved: Grace has API access and report access.';
    expect((await screen.findByText(saved)).closest('[role]')).toHaveAttribute('role', 'status');
    await act(() => router.navigate({ to: '/accounts', search: { q: 'grace' } }));
    expect(await screen.findByRole('switch', { name: 'Report access of Grace' })).toBeChecked();
  });

  it('keep the focus on a switch while it is saved, which is pressed once', async () => {
    const { user, answer, callsOf } = open();
    const grants = 'PUT /security/accounts/00000000-0000-4000-8000-000000000050/grants';
    answer(grants, never);
    const control = await screen.findByRole('switch', { name: 'Report access of Grace' });
    await user.click(control);
    await waitFor(() => expect(control).toBeChecked());
    // A browser would take the focus from a disabled control.
    expect(control).toBeEnabled();
    await user.keyboard(' ');
    expect(callsOf(grants)).toHaveLength(1);
  });

  it('keep the focus on a button while it loads, which is pressed once', async () => {
    const { user, answer, callsOf } = open();
    const link = 'POST /security/accounts/00000000-0000-4000-8000-000000000050/password-link';
    answer(link, never);
    const button = await screen.findByRole('button', { name: 'Make a password link for Grace' });
    await user.click(button);
    await waitFor(() => expect(button).toHaveAttribute('data-loading'));
    expect(button).toBeEnabled();
    await user.keyboard('{Enter}');
    expect(callsOf(link)).toHaveLength(1);
  });

  it('explain why requests of an account fail', async () => {
    open();
    await screen.findByText('Reports do not open: switch on report access.');
    await screen.findByText('Programs cannot read acme: give the Developer role under “Edit”.');
  });

  it('revert a switch and explain why if the API rejects the change', async () => {
    const { user, answer } = open();
    answer('PUT /security/accounts/00000000-0000-4000-8000-000000000050/grants', () =>
      refusal(503, { code: 'database-unavailable', title: 'Service unavailable' }),
    );
    const control = await screen.findByRole('switch', { name: 'Report access of Grace' });
    await user.click(control);
    await screen.findByText('Service unavailable');
    await waitFor(() => expect(control).not.toBeChecked());
  });

  it('keep the page when the session ends, and continue after signing in', async () => {
    const { user, answer } = open();
    const grants = 'PUT /security/accounts/00000000-0000-4000-8000-000000000050/grants';
    answer(grants, () => refusal(401, { code: 'session-expired' }));
    await user.click(await screen.findByRole('switch', { name: 'Report access of Grace' }));
    const dialog = await screen.findByRole('dialog', { name: 'Sign in again' });
    answer('POST /auth/login', null);
    await user.type(within(dialog).getByLabelText('Password'), 'a long sentence');
    await user.click(within(dialog).getByRole('button', { name: 'Sign in' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(screen.getByRole('heading', { level: 1, name: 'Accounts' })).toBeVisible();
    expect(screen.queryByRole('alert')).toBeNull();
  });
});

describe('Days', () => {
  it('are the same as in files, also west of UTC', async () => {
    expect(new Date(0).getTimezoneOffset()).toBeGreaterThan(0);
    openConsole('/validations', {
      'GET /reporting/competency-validations': page([
        {
          memberId: 'm',
          memberName: 'Ada',
          competencyId: 'c',
          competencyNumber: '1',
          competencyName: 'Rigging',
          criticality: 'Critical',
          status: 'Validated',
          validatedAt: '2026-01-01T00:00:00.000+00:00',
          expiresAt: '2029-01-15T00:00:00.000+00:00',
          validatorId: null,
          validatorName: null,
        },
      ]),
    });
    expect(await screen.findByText('Jan 15, 2029')).toHaveAttribute('datetime', '2029-01-15');
  });

  it('are filtered in UTC', async () => {
    const { callsOf } = openConsole('/validations?until=2026-10-31', {
      'GET /reporting/competency-validations': page([]),
    });
    await screen.findByText('Nothing matches these filters');
    const [call] = callsOf('GET /reporting/competency-validations');
    expect(call?.query.get('expiresBefore')).toBe('2026-10-31T00:00:00Z');
  });

  it('are applied once their year has been typed', async () => {
    const { callsOf } = openConsole('/validations', {
      'GET /reporting/competency-validations': page([]),
    });
    const field = await screen.findByLabelText('Expires before');
    for (const value of ['0002-10-31', '0020-10-31', '0202-10-31', '2026-10-31']) {
      fireEvent.change(field, { target: { value } });
      await waitFor(() => expect(field).toHaveValue(value));
    }
    const days = () =>
      callsOf('GET /reporting/competency-validations').map(({ query }) =>
        query.get('expiresBefore'),
      );
    await waitFor(() => expect(days()).toEqual([null, '2026-10-31T00:00:00Z']));
  });
});

describe('The audit', () => {
  const EVENT = {
    id: '1',
    at: '2026-11-22T10:00:00.000+00:00',
    kind: 'grants-changed',
    actor: 'command line',
    accountId: ADA.account.id,
    companyId: null,
    address: null,
    summary: 'The command line gave Ada report access',
    detail: {
      apiAccess: true,
      reportAccess: true,
      isAcrossOrganizations: false,
      before: { apiAccess: true, reportAccess: false },
    },
  };
  const answers = {
    'GET /auth/session': OLGA,
    'GET /security/audit-events': page([EVENT]),
    'GET /security/accounts': page([account('Grace')]),
  };

  it('does not search for an account while it is being typed', async () => {
    const { user, callsOf } = openConsole('/audit?account=nonsense', answers);
    await screen.findByRole('table', { name: 'Audit events' });
    await user.type(screen.getByRole('combobox', { name: 'Account' }), 'gra');
    await user.click(await screen.findByRole('option', { name: 'Grace · grace@acme.test' }));
    await waitFor(() => expect(callsOf('GET /security/audit-events').length).toBeGreaterThan(1));
    const accounts = callsOf('GET /security/audit-events').map(({ query }) => query.get('account'));
    expect(new Set(accounts)).toEqual(new Set([null, account('Grace').id]));
  });

  it('opens the details of an event with a named button', async () => {
    const { user } = openConsole('/audit', answers);
    const name = /^Details of Rights changed, Nov 22, 2026, 5:00\sAM EST$/;
    await user.click(await screen.findByRole('button', { name }));
    screen.getByText('The command line gave Ada report access.');
    expect(screen.getByText('Report access').nextSibling).toHaveTextContent(/^yes, before no$/);
    expect(screen.getByText('API access').nextSibling).toHaveTextContent(/^yes$/);
    expect(screen.queryByText(/Across organizations|[{}]/)).toBeNull();
    expect(screen.queryByText(new RegExp(ADA.account.id))).toBeNull();
  });

  it('has the code of a member as it is', async () => {
    const detail = { before: { code: 'p-1-a' }, after: { code: 'p-2-a' } };
    const event = { ...EVENT, kind: 'membership-updated', summary: 'Olga changed Ada', detail };
    const { user } = openConsole('/audit', {
      ...answers,
      'GET /security/audit-events': page([event]),
    });
    await user.click(await screen.findByRole('button', { name: /^Details of Membership changed/ }));
    expect(screen.getByText('Code').nextSibling).toHaveTextContent(/^p-2-a, before p-1-a$/);
    expect(screen.queryByText('Reason')).toBeNull();
  });

  it('hides the user’s own reads by default', async () => {
    const { user, callsOf } = openConsole('/audit', answers);
    await user.click(await screen.findByRole('switch', { name: 'Hide reading' }));
    await waitFor(() => {
      const asked = callsOf('GET /security/audit-events').map(({ query }) =>
        query.get('hideOwnReads'),
      );
      expect([...new Set(asked)]).toEqual(['true', null]);
    });
  });

  it('replaces paths of the API with names of pages', async () => {
    const summary = 'Ada ran the report /reporting/compliance-summaries in Acme';
    const event = { ...EVENT, kind: 'report-run', summary, detail: {} };
    openConsole('/audit', { ...answers, 'GET /security/audit-events': page([event]) });
    await screen.findByText('Ada ran the report Compliance in Acme');
  });
});

describe('Filters', () => {
  const answers = { 'GET /reporting/achievement-gaps/achievements': page([]) };

  it('that are malformed are ignored', async () => {
    const { calls } = openConsole('/achievement-gaps?sort=x&direction=up&page=-3', answers);
    await screen.findByText('No achievements recorded yet');
    expect(calls.some(({ query }) => query.get('sort') === 'x')).toBe(false);
  });

  it('are undone by the Back button', async () => {
    const { user, history, router } = openConsole('/validations', {
      'GET /reporting/competency-validations': page([]),
    });
    await user.selectOptions(await screen.findByRole('combobox', { name: 'Status' }), 'Expired');
    await waitFor(() => expect(router.state.location.search).toMatchObject({ status: 'Expired' }));
    act(() => history.back());
    await waitFor(() => expect(router.state.location.search).not.toHaveProperty('status'));
    expect(router.state.location.pathname).toBe('/validations');
  });
});

describe('A filter', () => {
  it('says that its choices could not be read', async () => {
    const { user } = openConsole('/validations', {
      'GET /reporting/competency-validations': page([]),
      'GET /reporting/directory-contacts': () => refusal(503, { title: 'Busy', code: 'busy' }),
    });
    await user.click(await screen.findByRole('combobox', { name: 'Departments' }));
    await screen.findAllByText('The choices could not be read.');
  });

  it('reads its choices again when it is opened after a failure', async () => {
    const measurements = 'GET /reporting/compliance-summaries/measurements';
    const { user, answer } = openConsole('/compliance', {
      [measurements]: () => refusal(503, { code: 'busy' }),
    });
    const filter = await screen.findByRole('combobox', { name: 'Measurements' });
    await user.click(filter);
    await screen.findAllByText('The choices could not be read.');
    answer(measurements, [{ key: 3, name: 'Critical Competencies' }]);
    await user.keyboard('{Escape}');
    await user.click(filter);
    await screen.findByRole('option', { name: 'Critical Competencies' });
  });
});

describe('A page', () => {
  it('tries again to read the session', async () => {
    const { user, answer } = openConsole('/validations', {
      'GET /auth/session': () => refusal(503),
      'GET /reporting/competency-validations': page([]),
    });
    const again = await screen.findByRole('button', { name: 'Try again' });
    answer('GET /auth/session', ADA);
    await user.click(again);
    await screen.findByText('No competencies recorded yet');
  });
});

describe('An address', () => {
  const NOBODY = { departments: [], members: [], affiliations: [] };

  it('that is unknown shows an error within the navigation', async () => {
    const { user } = openConsole('/nonsense/more', { 'GET /reporting/expirations': never });
    await screen.findByRole('heading', { level: 1, name: 'There is no such page' });
    screen.getByRole('link', { name: 'Expiring' });
    await user.click(screen.getByRole('link', { name: 'Go to the first page' }));
    await screen.findByRole('heading', { level: 1, name: 'Overview' });
  });

  it('with a deleted department shows an error, and can be cleared', async () => {
    const id = '00000000-0000-4000-8000-00000000dead';
    const message = `names ${id}, which does not belong to this organization`;
    const { user, router } = openConsole(`/compliance?departments=${id}&measurements=3`, {
      'GET /reporting/directory-contacts': { ...NOBODY, departments: [{ id: 'd', name: 'Yard' }] },
      'POST /reporting/compliance-summaries': () =>
        refusal(400, { code: 'invalid-request', errors: [{ field: 'departments[0]', message }] }),
    });
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent(/A department in the filters no longer exists/);
    await screen.findAllByText('Without people, or removed');
    expect(screen.queryByText(new RegExp(id))).toBeNull();
    await user.click(within(alert).getByRole('link', { name: 'Clear filters' }));
    await screen.findByText('Choose departments or people');
    expect(router.state.location.search).not.toHaveProperty('measurements');
    for (const name of ['Departments', 'People']) {
      expect(screen.getByRole('combobox', { name })).toHaveAttribute('placeholder', 'Choose…');
    }
  });
});

describe('A download', () => {
  const answers = { 'GET /reporting/competency-validations': page([]) };
  const press = async (user: ReturnType<typeof openConsole>['user']) => {
    await screen.findByText('No competencies recorded yet');
    await user.click(screen.getByRole('button', { name: 'Download CSV' }));
  };

  it('keeps the focus on its button, which becomes “Cancel”', async () => {
    const { user, answer, calls } = openConsole('/validations', answers);
    await screen.findByText('No competencies recorded yet');
    answer('GET /reporting/competency-validations', never);
    await press(user);
    const button = screen.getByRole('button', { name: 'Cancel download' });
    expect(button).toHaveFocus();
    await user.click(button);
    expect(await screen.findByRole('button', { name: 'Download CSV' })).toHaveFocus();
    expect(calls.at(-1)?.signal.aborted).toBe(true);
  });

  it('ends when its page is left', async () => {
    const { user, answer, calls } = openConsole('/validations', answers);
    await screen.findByText('No competencies recorded yet');
    answer('GET /reporting/competency-validations', never);
    await press(user);
    const download = calls.find(({ query }) => query.get('format') === 'csv');
    await user.click(screen.getByRole('link', { name: 'Directory' }));
    await screen.findByText('No people in reports yet');
    expect(download?.signal.aborted).toBe(true);
  });

  it('uses the file name of the API', async () => {
    const { user, answer } = openConsole('/validations', answers);
    const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue();
    URL.createObjectURL = () => 'blob:x';
    URL.revokeObjectURL = () => undefined;
    await screen.findByText('No competencies recorded yet');
    answer(
      'GET /reporting/competency-validations',
      () =>
        new Response('a,b', { headers: { 'Content-Disposition': 'attachment; filename=v.csv' } }),
    );
    await press(user);
    await waitFor(() => expect(click).toHaveBeenCalled());
    expect(click.mock.contexts[0]).toHaveProperty('download', 'v.csv');
    click.mockRestore();
  });
});

describe('A client secret', () => {
  const SECRET = {
    id: 's1',
    name: 'Power Query',
    prefix: 'vsk_test_q',
    companyId: ADA.organizations[0]!.id,
    generatedAt: '2026-01-01T10:00:00.000+00:00',
    expiresAt: null,
    lastUsedAt: null,
  };

  it('shows its organization, and is revoked after confirmation', async () => {
    let secrets = [SECRET];
    const { user, callsOf, answer } = openConsole('/account', {
      'GET /me/client-secret': { exists: false, prefix: null, generatedAt: null, lastUsedAt: null },
      'GET /me/client-secrets': () => secrets,
    });
    const table = await screen.findByRole('table', { name: 'API client secrets' });
    within(table).getByText('Acme');
    answer('DELETE /me/client-secrets/s1', () => {
      secrets = [];
      return refusal(404, { code: 'not-found' });
    });
    await user.click(screen.getByRole('button', { name: 'Revoke Power Query' }));
    expect(callsOf('DELETE /me/client-secrets/s1')).toEqual([]);
    const dialog = await screen.findByRole('dialog');
    await user.click(within(dialog).getByRole('button', { name: 'Revoke' }));
    // Revoking does not fail if the secret is already gone.
    await screen.findByText('No client secrets yet. Name the first one below.');
    expect(screen.queryAllByRole('alert').map(({ textContent }) => textContent)).toEqual([]);
  });
});

describe('A new client secret', () => {
  it('remains until it is revoked itself', async () => {
    const secretOf = (id: string, name: string) => ({
      ...{ id, name, prefix: `vsk_test_${id}`, companyId: ADA.organizations[0]!.id },
      ...{ generatedAt: '2026-01-01T10:00:00.000+00:00', expiresAt: null, lastUsedAt: null },
    });
    const { user, answer } = openConsole('/account', {
      'GET /me/client-secret': { exists: false, prefix: null, generatedAt: null, lastUsedAt: null },
      'GET /me/client-secrets': [secretOf('old', 'Old')],
      'POST /me/client-secrets': { ...secretOf('new', 'New'), secret: 'for Excel' },
      'DELETE /me/client-secrets/old': null,
      'DELETE /me/client-secrets/new': null,
    });
    const revoke = async (name: string) => {
      await user.click(await screen.findByRole('button', { name: `Revoke ${name}` }));
      const dialog = await screen.findByRole('dialog');
      await user.click(within(dialog).getByRole('button', { name: 'Revoke' }));
    };
    await user.type(await screen.findByLabelText('Name'), 'New');
    answer('GET /me/client-secrets', [secretOf('old', 'Old'), secretOf('new', 'New')]);
    await user.click(screen.getByRole('button', { name: 'Create client secret' }));
    await screen.findByRole('textbox', { name: 'Your secret' });
    answer('GET /me/client-secrets', [secretOf('new', 'New')]);
    await revoke('Old');
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Revoke Old' })).toBeNull());
    expect(screen.getByRole('textbox', { name: 'Your secret' })).toHaveValue('for Excel');
    answer('GET /me/client-secrets', []);
    await revoke('New');
    await waitFor(() => expect(screen.queryByRole('textbox', { name: 'Your secret' })).toBeNull());
  });
});

describe('A mail link in the directory', () => {
  it('contains only the address, even with special characters', async () => {
    openConsole('/directory', {
      'GET /reporting/directory-contacts': {
        departments: [],
        members: [{ id: 'm1', name: 'Ada', email: 'a?bcc=eve@acme.test' }],
        affiliations: [],
      },
    });
    const link = await screen.findByRole('link', { name: 'a?bcc=eve@acme.test' });
    expect(link).toHaveAttribute('href', 'mailto:a%3Fbcc%3Deve%40acme.test');
    screen.getByText('1 person');
  });
});
