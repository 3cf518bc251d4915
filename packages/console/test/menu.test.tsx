import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { ADA, OLGA, openConsole } from './console';
import { page } from './records';

const item = (name: string) => screen.getByRole('menuitem', { name });

describe('The account menu', () => {
  it('opens, is walked through and closes by keys alone', async () => {
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

  it('closes when something else is pressed', async () => {
    const { user } = openConsole('/directory');
    await user.click(await screen.findByRole('button', { name: 'Ada' }));
    await user.click(screen.getByRole('heading', { level: 1 }));
    expect(screen.queryByRole('menu')).toBeNull();
  });
});

describe('The organization of the header', () => {
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
  ])('has below it of how many departments the pages are: %j', async (reportDepartments, words) => {
    const [acme] = ADA.organizations;
    const rights = { ...acme!.rights, reportScope: 'departments' as const, reportDepartments };
    openConsole('/directory', {
      ...answers,
      'GET /auth/session': { ...ADA, organizations: [{ ...acme!, rights }] },
    });
    expect(await screen.findByText(words)).toBeVisible();
  });

  it('leads to the others, and from there back to the page', async () => {
    const { user, router } = openConsole('/directory?organization=acme&q=x', answers);
    await user.click(await screen.findByRole('link', { name: 'Organization: Acme' }));
    await user.click(await screen.findByRole('button', { name: /^Globex/ }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/directory'));
    // Filters by ids of one organization mean nothing in another.
    expect(router.state.location.search).toEqual({ organization: 'globex' });
  });
});
