import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { Session } from '../src/api/queries';
import { ADA, never, OLGA, openConsole, refusal } from './console';

const NONE = { exists: false, prefix: null, generatedAt: null, lastUsedAt: null };

function openAccount(session: Session) {
  return openConsole('/account', {
    'GET /auth/session': session,
    'GET /me/client-secret': NONE,
    'GET /me/client-secrets': [],
  });
}

/** Ada with different rights, in Acme and globally. */
function having(rights: { apiAccess?: boolean; reportAccess?: boolean; developerRole?: boolean }) {
  const [acme] = ADA.organizations;
  const held = { ...acme!.rights, ...rights };
  return {
    ...ADA,
    organizations: [{ ...acme!, isDeveloper: held.developerRole, rights: held }],
    roles: { ...ADA.roles, apiAccess: held.apiAccess, reportAccess: held.reportAccess },
  };
}

const missingWords = async () => {
  const section = await screen.findByRole('region', { name: 'Rights' });
  return within(section)
    .queryAllByRole('listitem')
    .map(({ textContent }) => textContent);
};
const warnings = () => screen.queryAllByRole('note').map(({ textContent }) => textContent);

describe('The account page', () => {
  it('reports no missing rights and shows no warning', async () => {
    openAccount(ADA);
    await screen.findByText('You have all the rights to read reports, here and with a secret.');
    expect(warnings()).toEqual([]);
  });

  it('names the rights that are held, per organization too', async () => {
    const [acme] = ADA.organizations;
    const rights = { ...acme!.rights, keepsRecords: true };
    openAccount({ ...ADA, organizations: [{ ...acme!, rights }] });
    const held = 'API access, report access, access to Acme as Developer, record keeping in Acme';
    await screen.findByText(`You have: ${held}.`);
  });

  it('does not require organization rights of operators', async () => {
    openAccount(OLGA);
    expect(await missingWords()).toEqual([]);
    expect(warnings()).toEqual([]);
  });

  it.each([
    {
      lack: 'the Developer role',
      session: having({ developerRole: false }),
      missing: /^Developer role in Acme: an operator can grant it under “Accounts”/,
      warning: /could not read anything without the Developer role in Acme/,
    },
    {
      lack: 'report access',
      session: having({ reportAccess: false }),
      missing: /^Report access: an operator can grant it under “Accounts”/,
      warning: /could not read the reports that need report access/,
    },
    {
      lack: 'any organization',
      session: { ...ADA, organizations: [] },
      missing: /^Access to an organization: an operator can grant it under “Accounts”/,
      warning: /could not read anything without access to an organization/,
    },
  ])('names $lack, and warns before a secret is created without it', async given => {
    openAccount(given.session);
    expect(await missingWords()).toEqual([expect.stringMatching(given.missing)]);
    // For the personal secret and for client secrets.
    expect(warnings()).toEqual([
      expect.stringMatching(given.warning),
      expect.stringMatching(given.warning),
    ]);
  });

  it('names the field of a client secret that is wrong', async () => {
    const { user, answer } = openAccount(ADA);
    const errors = [{ field: 'expiresAt', message: 'must be in the future' }];
    answer('POST /me/client-secrets', refusal(400, { code: 'invalid-request', errors }));
    await user.type(await screen.findByLabelText('Name'), 'Excel');
    await user.type(screen.getByLabelText('Expires'), '2020-01-01');
    await user.click(screen.getByRole('button', { name: 'Create client secret' }));
    await waitFor(() =>
      expect(screen.getByLabelText('Expires')).toHaveAccessibleDescription('must be in the future'),
    );
  });

  it('creates one client secret on a double click', async () => {
    const { user, callsOf, answer } = openAccount(ADA);
    answer('POST /me/client-secrets', never);
    await user.type(await screen.findByLabelText('Name'), 'Excel');
    const button = screen.getByRole('button', { name: 'Create client secret' });
    // As in a browser, no timer runs between the clicks.
    button.click();
    await Promise.resolve();
    await Promise.resolve();
    button.click();
    await waitFor(() => expect(button).toHaveAttribute('data-loading'));
    expect(callsOf('POST /me/client-secrets')).toHaveLength(1);
  });

  it('lists all rights that an account lacks', async () => {
    openAccount(having({ apiAccess: false, reportAccess: false, developerRole: false }));
    expect((await missingWords()).map(words => words.split(':')[0])).toEqual([
      'Report access',
      'API access',
      'Developer role in Acme',
    ]);
    expect(warnings()[0]).toMatch(/^A secret cannot be created without API access/);
  });
});

describe('The language', () => {
  it('is stored with the account and in the browser', async () => {
    const { user, callsOf } = openConsole('/account', {
      'GET /me/client-secret': NONE,
      'GET /me/client-secrets': [],
      'PUT /me/language': null,
    });
    const select = await screen.findByRole<HTMLSelectElement>('combobox', {
      name: 'Your language',
    });
    expect(select.value).toBe('');
    await user.selectOptions(select, 'Deutsch');
    await waitFor(() => expect(localStorage.getItem('language')).toBe('de'));
    expect(callsOf('PUT /me/language').map(({ body }) => body)).toEqual([{ language: 'de' }]);
    localStorage.clear();
  });

  it('does not change if it cannot be stored', async () => {
    const { user } = openConsole('/account', {
      'GET /me/client-secret': NONE,
      'GET /me/client-secrets': [],
      'PUT /me/language': refusal(409, { code: 'busy', detail: 'Wait a minute.' }),
    });
    await user.selectOptions(
      await screen.findByRole('combobox', { name: 'Your language' }),
      'Français',
    );
    await screen.findByText('Wait a minute.');
    expect(localStorage.getItem('language')).toBeNull();
  });

  it('of the organization can be chosen by operators', async () => {
    const company = { id: 'c', handle: 'acme', name: 'Acme', language: 'en', members: 7 };
    const { user, callsOf } = openConsole('/account?organization=acme', {
      'GET /auth/session': OLGA,
      'GET /me/client-secret': NONE,
      'GET /me/client-secrets': [],
      'GET /security/companies': { items: [company], total: 1, page: 1, pageSize: 50 },
      'PATCH /security/companies/acme': { ...company, language: 'fr' },
    });
    const name = 'Language of Acme';
    await user.selectOptions(await screen.findByRole('combobox', { name }), 'Français');
    await waitFor(() =>
      expect(callsOf('PATCH /security/companies/acme').map(({ body }) => body)).toEqual([
        { language: 'fr' },
      ]),
    );
  });
});
