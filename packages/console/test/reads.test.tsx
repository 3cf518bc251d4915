import { onlineManager } from '@tanstack/react-query';
import { act, screen, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { never, openConsole } from './console';
import { ACHIEVEMENT, DEPARTMENT, GAPS, page, VALIDATION } from './records';

describe('The requests of a page', () => {
  it('include the directory only after its filter is opened', async () => {
    const { user, callsOf } = openConsole('/validations', {
      'GET /reporting/competency-validations': page([VALIDATION]),
      'GET /reporting/directory-contacts': {
        departments: [DEPARTMENT],
        members: [],
        affiliations: [],
      },
    });
    await screen.findByText('Grace Hopper');
    expect(callsOf('GET /reporting/directory-contacts')).toEqual([]);
    await user.click(screen.getByRole('combobox', { name: 'Departments' }));
    await screen.findByRole('option', { name: DEPARTMENT.name });
  });

  it('do not include a search for departments, which folds names', async () => {
    const { user } = openConsole('/validations', {
      'GET /reporting/competency-validations': page([VALIDATION]),
      'GET /reporting/directory-contacts': {
        departments: [
          DEPARTMENT,
          { ...DEPARTMENT, id: ACHIEVEMENT.achievementId, name: 'Saint-Élie' },
        ],
        members: [],
        affiliations: [],
      },
    });
    await user.type(await screen.findByRole('combobox', { name: 'Departments' }), 'elie');
    await screen.findByRole('option', { name: 'Saint-Élie' });
    expect(screen.queryByRole('option', { name: DEPARTMENT.name })).toBeNull();
  });

  it('include the directory if its filter is set', async () => {
    openConsole(`/validations?departments=${DEPARTMENT.id}`, {
      'GET /reporting/competency-validations': never,
      'GET /reporting/directory-contacts': {
        departments: [DEPARTMENT],
        members: [],
        affiliations: [],
      },
    });
    await screen.findAllByText(DEPARTMENT.name);
  });

  it('include each list once', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    try {
      const { callsOf } = openConsole('/achievement-gaps', {
        'GET /reporting/achievement-gaps/achievements': page([ACHIEVEMENT]),
        'GET /reporting/achievement-gaps': never,
      });
      await screen.findByDisplayValue(ACHIEVEMENT.achievementName);
      await act(() => vi.advanceTimersByTimeAsync(1_000));
      expect(callsOf('GET /reporting/achievement-gaps/achievements')).toHaveLength(1);
    } finally {
      vi.useRealTimers();
    }
  });

  it('fail without a network', async () => {
    onlineManager.setOnline(false);
    try {
      openConsole('/validations', {
        'GET /reporting/competency-validations': () => Promise.reject(new TypeError('offline')),
      });
      await screen.findByText('Check your network connection, then try again.');
    } finally {
      onlineManager.setOnline(true);
    }
  });

  it('start with the gaps before the page is rendered', async () => {
    const { callsOf, router } = openConsole('/account', {
      'GET /reporting/achievement-gaps/achievements': page([ACHIEVEMENT]),
      'GET /reporting/achievement-gaps': GAPS,
    });
    await screen.findByRole('heading', { level: 1 });
    await router.preloadRoute({ to: '/achievement-gaps' });
    await waitFor(() => expect(callsOf('GET /reporting/achievement-gaps')).toHaveLength(1));
  });
});
