import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { ADA, never, OLGA, openConsole } from './console';
import { page } from './records';

test('a user without an organization gets no search', async () => {
  openConsole('/choose-organization', { 'GET /auth/session': { ...ADA, organizations: [] } });
  await screen.findByText('You belong to no organization yet');
  expect(screen.queryByText(/Search for another name/)).toBeNull();
});

test('operators are told how to import the first organization', async () => {
  openConsole('/choose-organization', {
    'GET /auth/session': OLGA,
    'GET /security/companies': page([]),
  });
  await screen.findByText('No organization yet');
  await screen.findByText(/Start with the template under “Imports”/);
});

test('operators are asked for another name if a search finds nothing', async () => {
  const { user, answer } = openConsole('/choose-organization', {
    'GET /auth/session': OLGA,
    'GET /security/companies': page([{ id: 'c1', handle: 'acme', name: 'Acme', members: 1 }]),
  });
  await screen.findByText('acme · 1 member');
  answer('GET /security/companies', page([]));
  await user.type(screen.getByRole('searchbox', { name: 'Search' }), 'zzz');
  await screen.findByText('No organization with that name');
});

test('a search does not say that nothing has the name while it loads', async () => {
  const { user, answer, callsOf } = openConsole('/choose-organization', {
    'GET /auth/session': OLGA,
    'GET /security/companies': page([]),
  });
  await screen.findByText('No organization yet');
  const field = screen.getByRole('searchbox', { name: 'Search' });
  await user.type(field, 'zzz');
  await screen.findByText('No organization with that name');
  answer('GET /security/companies', never);
  await user.type(field, 'y');
  expect(screen.queryByText('No organization with that name')).toBeNull();
  await waitFor(() =>
    expect(callsOf('GET /security/companies').at(-1)!.query.get('q')).toBe('zzzy'),
  );
  expect(screen.queryByText('No organization with that name')).toBeNull();
});
