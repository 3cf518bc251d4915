import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { ADA, never, OLGA, openConsole, refusal } from './console';
import {
  ACHIEVEMENT,
  DEPARTMENT,
  EXPIRATION,
  GAPS,
  PERSON,
  page,
  STATISTIC,
  SUMMARY,
  TREND,
  VALIDATION,
} from './records';

const ACHIEVEMENTS = { 'GET /reporting/achievement-gaps/achievements': page([ACHIEVEMENT]) };
const BY_MONTH = [{ month: '2026-12', achievements: 1, competencies: 0 }];
const SUMMARY_OF_ONE = { members: 1, achievements: 1, competencies: 0, byMonth: BY_MONTH };

/** The pages with their address, report, responses with and without rows, and message for none. */
const PAGES = [
  {
    title: 'Trends',
    address: '/trends',
    report: 'POST /reporting/compliance-trends',
    full: [TREND],
    text: 'Oct 2026',
    empty: [],
    none: 'No snapshot in these months',
  },
  {
    title: 'Compliance',
    address: `/compliance?departments=${DEPARTMENT.id}`,
    report: 'POST /reporting/compliance-summaries',
    full: [SUMMARY],
    text: 'Grace Hopper',
    empty: [],
    none: 'Nobody matches these filters',
  },
  {
    title: 'Expiring',
    address: '/expiring?period=lapsed-30',
    report: 'GET /reporting/expirations',
    full: page([EXPIRATION], { summary: SUMMARY_OF_ONE }),
    text: 'Grace Hopper',
    empty: page([], { summary: SUMMARY_OF_ONE }),
    none: 'Nothing expires in this period',
  },
  {
    title: 'Achievement gaps',
    address: '/achievement-gaps',
    report: 'GET /reporting/achievement-gaps',
    full: GAPS,
    text: 'Grace Hopper',
    empty: { ...GAPS, items: [], total: 0 },
    none: 'Nobody matches these filters',
  },
  {
    title: 'Validations',
    address: '/validations',
    report: 'GET /reporting/competency-validations',
    full: page([VALIDATION]),
    text: 'Grace Hopper',
    empty: page([]),
    none: 'No competencies recorded yet',
  },
  {
    title: 'Validations',
    address: '/validations?status=Expired',
    report: 'GET /reporting/competency-validations',
    full: page([VALIDATION]),
    text: 'Grace Hopper',
    empty: page([]),
    none: 'Nothing matches these filters',
  },
  {
    title: 'Monthly statistics',
    address: '/monthly-statistics',
    report: 'GET /reporting/monthly-statistics',
    full: [STATISTIC],
    text: 'Grace Hopper',
    empty: [],
    none: /^There is no snapshot of/,
  },
  {
    title: 'Directory',
    address: '/directory',
    report: 'GET /reporting/directory-contacts',
    full: {
      departments: [DEPARTMENT],
      members: [{ id: 'm1', name: 'Grace Hopper', email: 'grace@acme.test' }],
      affiliations: [{ memberId: 'm1', departmentId: DEPARTMENT.id, function: 'Department' }],
    },
    text: 'Yard (Department)',
    empty: { departments: [], members: [], affiliations: [] },
    none: 'No people in reports yet',
  },
  {
    title: 'My compliance',
    address: '/my-compliance',
    report: 'GET /me/compliance',
    full: PERSON,
    text: '1.1 Rigging',
    empty: { ...PERSON, requirements: [] },
    none: 'Nothing to show',
  },
  {
    title: 'Grace Hopper',
    address: '/people/00000000-0000-4000-8000-000000000009',
    report: 'GET /reporting/people/00000000-0000-4000-8000-000000000009',
    full: PERSON,
    text: '1.1 Rigging',
    empty: { ...PERSON, requirements: [] },
    none: 'Nothing to show',
  },
];

describe.each(PAGES)('$title', ({ title, address, report, full, text, empty, none }) => {
  const open = (answer: unknown) => openConsole(address, { ...ACHIEVEMENTS, [report]: answer });

  it('shows its rows', async () => {
    open(full);
    expect((await screen.findAllByText(text)).length).toBeGreaterThan(0);
    screen.getByRole('heading', { level: 1, name: title });
  });

  it('shows advice if there are none', async () => {
    open(empty);
    await screen.findByText(none);
  });

  it('shows its progress, and can be cancelled', async () => {
    const { user } = open(never);
    await user.click(await screen.findByRole('button', { name: 'Cancel' }));
    await screen.findByText('Cancelled');
  });

  it('shows why it was rejected', async () => {
    open(() => refusal(403, { code: 'report-access-required', title: 'X', detail: 'Y-Header' }));
    const alert = await screen.findByRole('alert');
    within(alert).getByText('Report access required');
    expect(alert).not.toHaveTextContent('Header');
  });

  it('offers a retry if the service failed', async () => {
    const { user, answer } = open(() => refusal(500, { code: 'internal' }));
    const button = await screen.findByRole('button', { name: 'Try again' });
    answer(report, full);
    await user.click(button);
    expect((await screen.findAllByText(text)).length).toBeGreaterThan(0);
  });
});

it('a report that was rejected by a rate limit is requested again after Retry-After', async () => {
  const report = 'GET /reporting/competency-validations';
  const limited = () => refusal(429, { code: 'rate-limited' }, { 'Retry-After': '1' });
  const { answer } = openConsole('/validations', { [report]: limited });
  await screen.findByText('Too many requests. Trying again in 1 s.');
  answer(report, page([VALIDATION]));
  await screen.findAllByText('Grace Hopper', {}, { timeout: 5_000 });
});

describe('Choosing an organization', () => {
  const two = {
    ...ADA,
    organizations: [
      ADA.organizations[0]!,
      { ...ADA.organizations[0]!, handle: 'globex', name: 'Globex' },
    ],
  };

  it('returns to the requested page, and is remembered', async () => {
    const { user, router, callsOf } = openConsole('/validations?status=Expired', {
      'GET /auth/session': two,
      'GET /reporting/competency-validations': page([VALIDATION]),
    });
    await user.click(await screen.findByRole('button', { name: /^Globex/ }));
    await screen.findByRole('table', { name: 'Validations' });
    expect(router.state.location.search).toMatchObject({
      organization: 'globex',
      status: 'Expired',
    });
    const [call] = callsOf('GET /reporting/competency-validations');
    expect(call?.headers.get('X-Company')).toBe('globex');
    expect(localStorage.getItem('organization')).toBe('globex');
  });

  it('is offered after a link to an organization without access', async () => {
    const { user, router } = openConsole('/validations?organization=globex', {
      'GET /reporting/competency-validations': () => refusal(403, { code: 'no-company-access' }),
    });
    await screen.findByText('No access to this organization');
    await user.click(screen.getByRole('link', { name: 'Organization: globex' }));
    await user.click(await screen.findByRole('button', { name: /^Acme/ }));
    await waitFor(() => expect(router.state.location.search).toEqual({ organization: 'acme' }));
    expect(router.state.location.pathname).toBe('/validations');
  });

  it('searches all organizations for operators', async () => {
    const { user, callsOf } = openConsole('/overview', {
      'GET /auth/session': OLGA,
      'GET /security/companies': page([{ id: 'c', handle: 'acme', name: 'Acme', members: 3 }]),
    });
    await user.type(await screen.findByLabelText('Search'), 'acm');
    await screen.findByRole('button', { name: /^Acme/ });
    await waitFor(() =>
      expect(callsOf('GET /security/companies').map(({ query }) => query.get('q'))).toContain(
        'acm',
      ),
    );
  });
});

describe('The start page', () => {
  it('is the overview with report access, otherwise “My compliance”', async () => {
    const roles = { ...ADA.roles, reportAccess: false };
    openConsole('/', { 'GET /auth/session': { ...ADA, roles }, 'GET /me/compliance': PERSON });
    await screen.findByRole('heading', { level: 1, name: 'My compliance' });
    expect(screen.queryByRole('link', { name: 'Overview' })).toBeNull();
  });
});

describe('Signing in', () => {
  it('as another person reloads the pages in other tabs', async () => {
    const reload = vi.fn();
    vi.stubGlobal('location', Object.assign({}, window.location, { reload }));
    openConsole('/validations', { 'GET /reporting/competency-validations': page([]) });
    await screen.findByText('No competencies recorded yet');
    const tab = new BroadcastChannel('reporting-console');
    tab.postMessage(ADA.account.id);
    tab.postMessage('of Grace');
    await waitFor(() => expect(reload).toHaveBeenCalledTimes(1));
    tab.close();
  });

  it('returns to the requested page after the session has ended', async () => {
    const { user, answer, router } = openConsole('/directory?q=grace', {
      'GET /auth/session': () => refusal(401, { code: 'session-expired' }),
      'POST /auth/login': null,
    });
    await screen.findByText(/Your session has ended/);
    await user.type(await screen.findByLabelText('E-mail'), 'ada@acme.test');
    await user.type(screen.getByLabelText('Password'), 'a long sentence');
    answer('GET /auth/session', ADA);
    await user.click(screen.getByRole('button', { name: 'Sign in' }));
    await screen.findByRole('heading', { level: 1, name: 'Directory' });
    expect(router.state.location.search).toMatchObject({ q: 'grace' });
  });

  it('shows why it failed', async () => {
    const { user } = openConsole('/sign-in?reason=ended', {
      'POST /auth/login': () => refusal(429, { code: 'rate-limited' }, { 'Retry-After': '40' }),
    });
    await screen.findByText(/Your session has ended/);
    await user.type(await screen.findByLabelText('E-mail'), 'ada@acme.test');
    await user.type(screen.getByLabelText('Password'), 'wrong');
    await user.click(screen.getByRole('button', { name: 'Sign in' }));
    await screen.findByText('Wait 40 seconds, then try again.');
  });
});

describe('The search in the header', () => {
  it('finds a person by the folded name and links to their page', async () => {
    const { user, router } = openConsole('/directory', {
      'GET /reporting/directory-contacts': {
        departments: [DEPARTMENT],
        members: [
          { id: 'm1', name: 'Søren Łuczak', email: 's@acme.test' },
          { id: 'm2', name: 'Grace Hopper', email: 'grace@acme.test' },
        ],
        affiliations: [],
      },
    });
    await screen.findByRole('table', { name: 'Directory' });
    await user.keyboard('{Control>}k{/Control}');
    await user.type(await screen.findByRole('textbox', { name: /^Search people/ }), 'soren lucz');
    await user.click(await screen.findByRole('button', { name: /^Søren Łuczak/ }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/people/m1'));
  });

  it('reads the directory again when it is opened after a failure', async () => {
    const { user, answer } = openConsole('/expiring', {
      'GET /reporting/expirations': never,
      'GET /reporting/matrix/subjects': page([]),
      'GET /reporting/directory-contacts': () => refusal(503, { code: 'busy' }),
    });
    const button = await screen.findByRole('button', { name: /^Search people/ });
    await user.click(button);
    await screen.findByText('The search failed.');
    await user.keyboard('{Escape}');
    answer('GET /reporting/directory-contacts', {
      ...{ departments: [DEPARTMENT], members: [], affiliations: [] },
    });
    await user.click(button);
    await user.type(await screen.findByRole('textbox', { name: /^Search people/ }), 'a');
    await screen.findByRole('button', { name: DEPARTMENT.name });
  });

  it('opens from a field, in which a slash is only a slash', async () => {
    const { user } = openConsole('/directory');
    await user.click(await screen.findByRole('searchbox', { name: 'Search' }));
    await user.keyboard('/');
    expect(screen.queryByRole('textbox', { name: /^Search people/ })).toBeNull();
    await user.keyboard('{Control>}k{/Control}');
    await screen.findByRole('textbox', { name: /^Search people/ });
  });

  it.each([
    ['achievement', null, 'First Aid', '/achievement-gaps', { achievement: DEPARTMENT.id }],
    ['competency', '1.1', 'First Aid 1.1', '/matrix', { competencies: DEPARTMENT.id }],
  ])(
    'finds an %s and links to people who lack it',
    async (kind, number, name, pathname, search) => {
      const { user, router, callsOf } = openConsole('/directory', {
        'GET /reporting/matrix/subjects': page([
          { kind, id: DEPARTMENT.id, number, name: 'First Aid' },
        ]),
        'GET /reporting/achievement-gaps/achievements': page([ACHIEVEMENT]),
      });
      await screen.findByRole('button', { name: /^Search people/ });
      await user.keyboard('{Control>}k{/Control}');
      await user.type(await screen.findByRole('textbox', { name: /^Search people/ }), 'first');
      await user.click(await screen.findByRole('button', { name }));
      await waitFor(() => expect(router.state.location.pathname).toBe(pathname));
      expect(router.state.location.search).toMatchObject(search);
      expect(callsOf('GET /reporting/matrix/subjects').at(-1)!.query.getAll('kinds')).toEqual([
        'achievement',
        'competency',
      ]);
    },
  );
});

describe('The search in the header of another organization', () => {
  const search = async (user: ReturnType<typeof openConsole>['user']) => {
    await screen.findByRole('button', { name: /^Search people/ });
    await user.keyboard('{Control>}k{/Control}');
    await user.type(await screen.findByRole('textbox', { name: /^Search people/ }), 'first');
  };

  it('does not show requirements of the previous one while it loads', async () => {
    const { user, router, answer, callsOf } = openConsole('/glossary?organization=acme', {
      'GET /auth/session': OLGA,
      'GET /reporting/matrix/subjects': page([
        { kind: 'achievement', id: DEPARTMENT.id, number: null, name: 'First Aid' },
      ]),
    });
    await search(user);
    await screen.findByRole('button', { name: 'First Aid' });
    await user.keyboard('{Escape}');
    answer('GET /reporting/matrix/subjects', never);
    await act(() => router.navigate({ to: '/glossary', search: { organization: 'globex' } }));
    const before = callsOf('GET /reporting/matrix/subjects').length;
    await search(user);
    await waitFor(() =>
      expect(callsOf('GET /reporting/matrix/subjects').length).toBeGreaterThan(before),
    );
    expect(screen.queryByRole('button', { name: 'First Aid' })).toBeNull();
    expect(screen.queryByText('Nothing with that name.')).toBeNull();
  });
});

describe('Signing out', () => {
  it('reports a failure, after which the user is still signed in', async () => {
    const { user } = openConsole('/directory', {
      'POST /auth/logout': () => refusal(503, { title: 'Busy', code: 'busy' }),
    });
    await user.click(await screen.findByRole('button', { name: 'Ada' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Sign out' }));
    await screen.findByText('Busy');
    await screen.findByRole('button', { name: 'Try again' });
  });
});

describe('The account page', () => {
  const SECRET = {
    exists: true,
    prefix: 'vsk_x',
    generatedAt: '2026-01-01T10:00:00Z',
    lastUsedAt: null,
  };
  const open = () =>
    openConsole('/account', {
      'GET /me/client-secret': SECRET,
      'GET /me/client-secrets': [],
      'POST /me/client-secret': {
        secret: 'the new one',
        prefix: 'vsk_y',
        generatedAt: SECRET.generatedAt,
      },
    });

  it('replaces the personal secret after confirmation, and shows it once', async () => {
    const { user } = open();
    await screen.findByText('vsk_x');
    await user.click(screen.getByRole('button', { name: 'Generate secret' }));
    const dialog = await screen.findByRole('dialog');
    await user.click(within(dialog).getByRole('button', { name: 'Replace secret' }));
    expect(await screen.findByRole('textbox', { name: 'Your secret' })).toHaveValue('the new one');
  });

  it('shows errors of a password at its field', async () => {
    const { user, answer } = open();
    await user.type(await screen.findByLabelText('Current password'), 'the old one');
    await user.type(screen.getByLabelText('New password'), 'aaaaaaaaaaaa');
    answer('POST /me/password', () => refusal(401, { code: 'sign-in-failed' }));
    await user.click(screen.getByRole('button', { name: 'Change password' }));
    await screen.findByText('The current password is incorrect.');
    const errors = [{ field: 'new', message: 'is among the most common passwords' }];
    answer('POST /me/password', () => refusal(400, { code: 'invalid-request', errors }));
    await user.click(screen.getByRole('button', { name: 'Change password' }));
    await screen.findByText('It is among the most common passwords. Choose another one.');
    answer('POST /me/password', null);
    await user.click(screen.getByRole('button', { name: 'Change password' }));
    await screen.findByText(/^The password has been changed/);
  });

  it('creates a client secret', async () => {
    const { user, answer, callsOf } = open();
    answer('POST /me/client-secrets', { secret: 'for Excel', id: 's', name: 'Excel' });
    await user.type(await screen.findByLabelText('Name'), 'Excel');
    await user.click(screen.getByRole('button', { name: 'Create client secret' }));
    expect(await screen.findByRole('textbox', { name: 'Your secret' })).toHaveValue('for Excel');
    expect(callsOf('POST /me/client-secrets')[0]?.body).toEqual({ name: 'Excel' });
  });
});

describe('A table', () => {
  it('copies its rows for a spreadsheet, with formulas disarmed', async () => {
    const { user } = openConsole('/validations', {
      'GET /reporting/competency-validations': page([{ ...VALIDATION, memberName: '=1+1' }]),
    });
    await screen.findByText('=1+1');
    await user.click(screen.getByRole('button', { name: 'Copy' }));
    const [head, row] = (await navigator.clipboard.readText()).split('\n');
    expect(head?.split('\t').slice(0, 2)).toEqual(['Person', 'Number']);
    expect(row?.split('\t').slice(0, 2)).toEqual(["'=1+1", '1']);
  });

  it.each([
    ['＝1+1', "'＝1+1"],
    ['Smith;=1+1', "'Smith;'=1+1"],
    ['Smith\n-1', "'Smith '-1"],
    ['Ann-Marie, B.', 'Ann-Marie, B.'],
  ])('copies %j as the CSV has it', async (memberName, copied) => {
    const { user } = openConsole('/validations', {
      'GET /reporting/competency-validations': page([{ ...VALIDATION, memberName }]),
    });
    await screen.findByRole('table', { name: 'Validations' });
    await user.click(screen.getByRole('button', { name: 'Copy' }));
    const [, row] = (await navigator.clipboard.readText()).split('\n');
    expect(row?.split('\t')[0]).toBe(copied);
  });

  it('prints the rows of every page', async () => {
    const printed: (string | null)[] = [];
    vi.stubGlobal('print', () => {
      window.dispatchEvent(new Event('beforeprint'));
      // Prints the current content of the page.
      printed.push(screen.getByRole('table', { name: 'Validations' }).textContent);
    });
    const rows = [VALIDATION, { ...VALIDATION, memberId: 'm2', memberName: 'Linus' }];
    const { user } = openConsole('/validations', {
      'GET /reporting/competency-validations': ({ query }: { query: URLSearchParams }) =>
        page(query.get('pageSize') === '200' ? rows : rows.slice(0, 1), { total: 2 }),
    });
    await screen.findByText('Grace Hopper');
    await user.click(screen.getByRole('button', { name: 'Print' }));
    await waitFor(() => expect(printed).toEqual([expect.stringContaining('Linus')]));
  });

  it('scrolls to the top of another page, and the Back button returns', async () => {
    const { user, router } = openConsole('/validations', {
      'GET /reporting/competency-validations': ({ query }: { query: URLSearchParams }) =>
        page([{ ...VALIDATION, memberName: `Person ${query.get('page') ?? ''}` }], {
          total: 300,
          page: Number(query.get('page')),
          pageSize: 100,
        }),
    });
    await screen.findByText('Person 1');
    await user.click(screen.getByRole('button', { name: 'Page 3' }));
    await screen.findByText('Person 3');
    await screen.findByText('201–300 of 300');
    expect(screen.getByText('Person 3').closest('tr')).toHaveAttribute('aria-rowindex', '202');
    router.history.back();
    await screen.findByText('Person 1');
  });

  it('sorts and expands its rows', async () => {
    const { user } = openConsole(`/compliance?departments=${DEPARTMENT.id}`, {
      'POST /reporting/compliance-summaries': [
        SUMMARY,
        { ...SUMMARY, member: { id: 'm2', name: 'Ada', code: null } },
      ],
    });
    await screen.findByText('Grace Hopper');
    await user.click(screen.getByRole('button', { name: /^Person/ }));
    const names = screen.getAllByRole('link', { name: /^(Ada|Grace Hopper)$/ });
    expect(names.map(({ textContent }) => textContent)).toEqual(['Ada', 'Grace Hopper']);
    await user.click(screen.getByRole('button', { name: 'All counts of Ada, Yard' }));
    await screen.findByText(/^Required 4 · /);
  });
});

describe('The search of compliance', () => {
  const open = (q: string) =>
    openConsole(`/compliance?departments=${DEPARTMENT.id}&q=${q}`, {
      'POST /reporting/compliance-summaries': [SUMMARY],
    });

  it('finds codes, which tell people of the same name apart', async () => {
    open('P-1');
    await screen.findByText('Grace Hopper');
  });

  it('says that it found nobody', async () => {
    open('nobody');
    await screen.findByText('Nobody matches these filters');
  });
});

describe('A view', () => {
  it('is saved with a name and opened again', async () => {
    const { user, router } = openConsole('/validations?status=Expired', {
      'GET /reporting/competency-validations': page([VALIDATION]),
    });
    await screen.findByText('Grace Hopper');
    await user.click(screen.getByRole('button', { name: 'Views' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Save this view…' }));
    await user.type(await screen.findByLabelText('Name'), 'Lapsed');
    await user.click(screen.getByRole('button', { name: 'Save view' }));
    await router.navigate({ to: '/validations', search: {} });
    await user.click(screen.getByRole('button', { name: 'Views' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Lapsed' }));
    await waitFor(() => expect(router.state.location.search).toMatchObject({ status: 'Expired' }));
  });

  it('does not replace a view of another page with the same name', async () => {
    const { user, router } = openConsole('/directory', {
      'GET /reporting/competency-validations': page([VALIDATION]),
    });
    const save = async () => {
      await user.click(await screen.findByRole('button', { name: 'Views' }));
      await user.click(await screen.findByRole('menuitem', { name: 'Save this view…' }));
      await user.type(await screen.findByLabelText('Name'), 'Mine');
      await user.click(screen.getByRole('button', { name: 'Save view' }));
      await screen.findByRole('button', { name: 'View: Mine' });
    };
    await save();
    await router.navigate({ to: '/validations', search: {} });
    await screen.findByText('Grace Hopper');
    await save();
    await router.navigate({ to: '/directory', search: {} });
    await user.click(await screen.findByRole('button', { name: 'Views' }));
    await screen.findByRole('menuitem', { name: 'Mine' });
  });

  it('belongs to its organization', async () => {
    const address = '/directory?organization=globex&view=Mine';
    localStorage.setItem('views', JSON.stringify([{ name: 'Mine', address }]));
    const { user, router } = openConsole('/directory?organization=acme', {
      'GET /auth/session': OLGA,
    });
    await user.click(await screen.findByRole('button', { name: 'Views' }));
    await screen.findByRole('menuitem', { name: 'Copy link' });
    expect(screen.queryByRole('menuitem', { name: 'Mine' })).toBeNull();
    await router.navigate({ to: '/directory', search: { organization: 'globex' } });
    await user.click(await screen.findByRole('button', { name: 'Views' }));
    await screen.findByRole('menuitem', { name: 'Mine' });
  });

  it('is shared by a link with its name, and can be saved by its recipient', async () => {
    const { user, router } = openConsole('/validations?status=Expired&view=Lapsed', {
      'GET /reporting/competency-validations': page([VALIDATION]),
    });
    await user.click(await screen.findByRole('button', { name: 'View: Lapsed' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Copy link' }));
    expect(await navigator.clipboard.readText()).toMatch(
      /\/validations\?view=Lapsed&status=Expired&organization=acme$/,
    );
    await user.click(screen.getByRole('button', { name: 'View: Lapsed' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Keep “Lapsed”' }));
    await user.selectOptions(screen.getByLabelText('Status'), 'Validated');
    await waitFor(() => expect(router.state.location.search).not.toHaveProperty('view'));
    await user.click(screen.getByRole('button', { name: 'Views' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Lapsed' }));
    await screen.findByRole('button', { name: 'View: Lapsed' });
  });
});

it('the glossary defines terms, which are also explained where they are used', async () => {
  openConsole('/glossary');
  const term = await screen.findByText('Gap', { selector: 'dt' });
  const gap = term.nextElementSibling!.textContent;
  cleanup();
  openConsole('/achievement-gaps', {
    'GET /reporting/achievement-gaps/achievements': page([ACHIEVEMENT]),
    'GET /reporting/achievement-gaps/person-types': ['Employee'],
    'GET /reporting/achievement-gaps': GAPS,
  });
  await screen.findByTitle(gap);
});

describe('A page without its permission', () => {
  const [acme] = ADA.organizations;
  const rights = { ...acme!.rights, reportAccess: false, developerRole: false };
  const reader = {
    ...ADA,
    organizations: [{ ...acme!, isDeveloper: false, rights }],
    roles: { ...ADA.roles, reportAccess: false },
  };

  it.each([
    ['/overview', 'Overview', 'Report access required'],
    ['/achievement-gaps', 'Achievement gaps', 'Not shared with you'],
    ['/accounts', 'Accounts', 'Operator required'],
  ])('%s explains why, and shows nothing else', async (address, title, reason) => {
    openConsole(address, { 'GET /auth/session': reader });
    await screen.findByRole('heading', { level: 1, name: title });
    within(screen.getByRole('alert')).getByText(reason);
    expect(screen.queryByRole('button', { name: /Download|Schedule|New account/ })).toBeNull();
    expect(within(screen.getByRole('main')).queryByRole('textbox')).toBeNull();
    expect(screen.queryByRole('link', { name: title })).toBeNull();
  });

  it('with the Developer role shows the gaps of the organization', async () => {
    openConsole('/my-compliance', {
      'GET /auth/session': {
        ...reader,
        organizations: [{ ...acme!, rights: { ...rights, developerRole: true } }],
      },
      'GET /me/compliance': PERSON,
    });
    await screen.findByRole('link', { name: 'Achievement gaps' });
  });
});
