import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { ADA, OLGA, openConsole } from './console';
import { page } from './records';

const item = (name: string) => screen.getByRole('menuitem', { name });

describe('The account menu', () => {
  it('can be used with the keyboard only', async () => {
    const { user } = openConsole('/directory');
    const button = await screen.findByRole('button', { name: 'Ada' });
    button.focus();
    await user.keyboard('{Enter}');
    expect(button).toHaveAttribute('aria-expanded', 'true');
    expect(item('Account')).toHaveFocus();
    await user.keyboard('{ArrowDown}');
    expect(item('Sign out')).toHaveFocus();
    await user.keyboard('{ArrowDown}');
    expect(item('Account')).toHaveFocus();
    await user.keyboard('{ArrowUp}');
    expect(item('Sign out')).toHaveFocus();
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('menu')).toBeNull();
    expect(button).toHaveFocus();
  });

  it('closes on a click outside', async () => {
    const { user } = openConsole('/directory');
    await user.click(await screen.findByRole('button', { name: 'Ada' }));
    await user.click(screen.getByRole('heading', { level: 1 }));
    expect(screen.queryByRole('menu')).toBeNull();
  });
});

describe('The organization in the header', () => {
  const ACME = { id: 'c', handle: 'acme', name: 'Acme', members: 3 };
  const answers = {
    'GET /auth/session': OLGA,
    'GET /security/companies': page([ACME, { ...ACME, handle: 'globex', name: 'Globex' }]),
    'GET /reporting/directory-contacts': { departments: [], members: [], affiliations: [] },
  };

  it.each([
    [['a', 'b'], '2 departments'],
    [['a'], '1 department'],
    [[], '0 departments'],
  ])('shows the number of departments: %j', async (reportDepartments, words) => {
    const [acme] = ADA.organizations;
    const rights = { ...acme!.rights, reportScope: 'departments' as const, reportDepartments };
    openConsole('/directory', {
      ...answers,
      'GET /auth/session': { ...ADA, organizations: [{ ...acme!, rights }] },
    });
    expect(await screen.findByText(words)).toBeVisible();
  });

  it('links to other organizations, and from there back to the page', async () => {
    const { user, router } = openConsole('/directory?organization=acme&q=x', answers);
    await user.click(await screen.findByRole('link', { name: 'Organization: Acme' }));
    await user.click(await screen.findByRole('button', { name: /^Globex/ }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/directory'));
    // IDs in filters are specific to an organization.
    expect(router.state.location.search).toEqual({ organization: 'globex' });
  });
});
