import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { OLGA, openConsole } from './console';
import { page } from './records';

const MEASUREMENTS = [
  { key: 1, name: 'Time-Sensitive Safety Certificates' },
  { key: 3, name: 'Critical Competencies' },
];
const DEPARTMENTS = [
  { id: '00000000-0000-4000-8000-00000000000a', name: 'Assembly', code: 'A1' },
  { id: '00000000-0000-4000-8000-00000000000b', name: 'Søren’s yard', code: 'S1' },
  { id: '00000000-0000-4000-8000-00000000000c', name: 'Assembly', code: 'A2' },
];
const row = (department: number, measurement: number, satisfied: number, required: number) => ({
  department: DEPARTMENTS[department],
  measurement: MEASUREMENTS[measurement],
  required,
  satisfied,
  score: required === 0 ? 1 : satisfied / required,
});
const OVERVIEW = {
  asOf: '2026-11-22T10:00:00.000+00:00',
  headline: {
    asOf: '2026-11-22T10:00:00.000+00:00',
    people: 1_204,
    expiring: { requirements: 23, people: 17 },
    lapsed: { requirements: 41, people: 20 },
  },
  past: [{ ...row(0, 0, 7, 10), month: '2026-10', snapshotDate: '2026-10-25' }],
  rows: [
    row(0, 0, 9, 10),
    row(0, 1, 5, 10),
    row(1, 0, 1, 10),
    row(1, 1, 2, 10),
    row(2, 0, 0, 0),
    row(2, 1, 10, 10),
  ],
};
const open = (address = '/overview', answers = {}) =>
  openConsole(address, {
    'GET /reporting/compliance-overview': OVERVIEW,
    ...answers,
  });
const departments = async () =>
  (await screen.findAllByRole('rowheader')).map(({ textContent }) => textContent).slice(0, -1);

describe('The overview', () => {
  it('is loaded with a single report request', async () => {
    const { calls } = open();
    const figures = within(await screen.findByRole('group', { name: /in figures/ }));
    await figures.findByText('1,204');
    figures.getByText('requirements of 17 people');
    figures.getByText('requirements of 20 people');
    figures.getByText(/16\.0 points since Oct 2026/);
    await screen.findByRole('heading', { name: 'Changed most since Oct 2026' });
    expect(calls.map(({ path }) => path).filter(path => path.startsWith('/reporting'))).toEqual([
      '/reporting/compliance-overview',
    ]);
  });

  it('distinguishes departments with the same name by code', async () => {
    open();
    expect(await departments()).toEqual(['Assembly A1', 'Assembly A2', 'Søren’s yard']);
    const changes = await screen.findByRole('region', { name: 'Changed most since last month' });
    await within(changes).findByText('Assembly (A1)');
  });

  it('shows operators the number of members', async () => {
    open('/overview?organization=acme', {
      'GET /auth/session': OLGA,
      'GET /security/companies': page([{ id: 'c1', handle: 'acme', name: 'Acme', members: 40 }]),
    });
    await screen.findByText('of 40 members: with access and a function other than “Employee”');
  });

  it('explains to others who is counted', async () => {
    const { callsOf } = open();
    await screen.findByText('with access and a function other than “Employee”');
    expect(callsOf('GET /security/companies')).toEqual([]);
  });

  it('sorts by all measurements, lowest first, with one click', async () => {
    const { user, router } = open();
    await screen.findByRole('grid');
    await user.click(screen.getByRole('button', { name: 'Worst first' }));
    expect(await departments()).toEqual(['Søren’s yard', 'Assembly A1', 'Assembly A2']);
    expect(router.state.location.search).toMatchObject({ sort: 'all' });
  });

  it('names cells by their share and counts', async () => {
    open();
    const map = await screen.findByRole('grid');
    within(map).getByRole('link', {
      name: 'Assembly (A1), Critical Competencies: 50.0%, 5 of 10',
    });
    within(map).getByRole('link', {
      name: 'Assembly (A2), Time-Sensitive Safety Certificates: nothing required',
    });
  });

  it('hides measurements without requirements, and names them', async () => {
    const rows = [row(0, 0, 9, 10), row(0, 1, 0, 0), row(1, 0, 1, 10), row(1, 1, 0, 0)];
    open('/overview', { 'GET /reporting/compliance-overview': { ...OVERVIEW, rows } });
    const heads = within(await screen.findByRole('grid')).getAllByRole('columnheader');
    expect(heads.map(({ title }) => title)).toEqual(['Department', 'All', MEASUREMENTS[0]!.name]);
    screen.getByText('1 column in which nothing is required is hidden: Critical Competencies.');
  });

  it('finds a department by its folded name', async () => {
    open('/overview?q=soren');
    expect(await departments()).toEqual(['Søren’s yard']);
  });
});
