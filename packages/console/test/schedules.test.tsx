import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { OLGA, openConsole, refusal } from './console';
import { ACHIEVEMENT, GAPS, page } from './records';

const ADA_ID = '33333333-3333-4333-8333-333333333333';
const GRACE_ID = '44444444-4444-4444-8444-444444444444';
const OPTIONS = {
  isMailConfigured: true,
  recipients: [
    { memberId: ADA_ID, name: 'Ada', email: 'ada@acme.test', isCaller: true, isAllowed: false },
    {
      memberId: GRACE_ID,
      name: 'Grace',
      email: 'grace@acme.test',
      isCaller: false,
      isAllowed: false,
    },
  ],
};
const SCHEDULE = {
  id: '55555555-5555-4555-8555-555555555555',
  name: 'Gaps of First Aid',
  report: 'achievement-gaps',
  parameters: { achievementId: ACHIEVEMENT.achievementId },
  format: 'xlsx',
  recurrence: { every: 'week', on: 1, at: '07:00', timeZone: 'UTC' },
  recipients: [ADA_ID, GRACE_ID],
  whenEmpty: 'send',
  isPaused: false,
  pauseReason: null,
  nextRunAt: '2026-11-30T07:00:00.000+00:00',
  lastRun: {
    at: '2026-11-23T07:00:04.000+00:00',
    ...{ outcome: 'sent', rows: 12, sentTo: 1, error: null },
    leftOut: [{ memberId: GRACE_ID, reason: 'unsubscribed' }],
  },
};
const DELIVERY = {
  id: '66666666-6666-4666-8666-666666666666',
  kind: 'schedule',
  recipient: { accountId: GRACE_ID, name: 'Grace', email: 'grace@acme.test' },
  createdAt: '2026-11-23T07:00:04.000+00:00',
  finishedAt: '2026-11-23T07:00:05.000+00:00',
  nextAttemptAt: null,
  ...{ outcome: 'failed', attempts: 1, error: '550 no such mailbox' },
};
const ONE = `/reporting/schedules/${SCHEDULE.id}`;

const choose = async (
  user: ReturnType<typeof openConsole>['user'],
  label: string,
  option: string,
) => {
  await user.click(screen.getByRole('combobox', { name: label }));
  await user.click(await screen.findByRole('option', { name: option }));
};

it('schedules a report with the filters of its page, to the viewer and others', async () => {
  const { user, callsOf } = openConsole('/achievement-gaps?required=all&status=missing', {
    'GET /reporting/achievement-gaps/achievements': page([ACHIEVEMENT]),
    'GET /reporting/achievement-gaps': GAPS,
    'GET /reporting/schedules/options': OPTIONS,
    'POST /reporting/schedules': SCHEDULE,
  });
  await user.click(await screen.findByRole('button', { name: 'Schedule' }));
  const dialog = await screen.findByRole('dialog', { name: 'Send this report by e-mail' });
  await within(dialog).findAllByText('Ada');
  const name = within(dialog).getByRole('textbox', { name: 'Name' });
  await user.clear(name);
  await user.type(name, 'Gaps of First Aid');
  await choose(user, 'Recipients', 'Grace');
  await user.click(within(dialog).getByRole('button', { name: 'Schedule' }));
  await screen.findByText('The report has been scheduled');
  expect(callsOf('POST /reporting/schedules')).toMatchObject([
    {
      body: {
        name: 'Gaps of First Aid',
        report: 'achievement-gaps',
        parameters: {
          achievementId: ACHIEVEMENT.achievementId,
          requiredOnly: false,
          status: 'missing',
        },
        format: 'xlsx',
        recurrence: { every: 'week', on: 1, at: '07:00' },
        recipients: [ADA_ID, GRACE_ID],
      },
    },
  ]);
});

it('searches recipients with the API, and keeps selected ones', async () => {
  const { user, callsOf, answer } = openConsole('/directory', {
    'GET /reporting/schedules/options': OPTIONS,
  });
  await user.click(await screen.findByRole('button', { name: 'Schedule' }));
  const dialog = await screen.findByRole('dialog');
  await within(dialog).findAllByText('Ada');
  const zelda = {
    ...{ memberId: '66666666-6666-4666-8666-666666666666', name: 'Zelda' },
    ...{ email: 'zelda@acme.test', isCaller: false, isAllowed: false },
  };
  answer('GET /reporting/schedules/options', {
    ...OPTIONS,
    recipients: [OPTIONS.recipients[0], zelda],
  });
  await user.type(within(dialog).getByRole('combobox', { name: 'Recipients' }), 'zelda@');
  await user.click(await screen.findByRole('option', { name: 'Zelda' }));
  await waitFor(() =>
    expect(
      callsOf('GET /reporting/schedules/options').map(({ query }) => [
        query.get('q'),
        query.getAll('recipients'),
      ]),
    ).toContainEqual([null, [ADA_ID, zelda.memberId]]),
  );
  expect(within(dialog).getAllByText('Zelda').length).toBeGreaterThan(0);
});

it('requires at least one recipient', async () => {
  const { user } = openConsole('/directory', {
    'GET /reporting/schedules/options': { ...OPTIONS, recipients: [OPTIONS.recipients[1]] },
  });
  await user.click(await screen.findByRole('button', { name: 'Schedule' }));
  const dialog = await screen.findByRole('dialog');
  await within(dialog).findByText('Choose at least one recipient.');
  expect(within(dialog).getByRole('button', { name: 'Schedule' })).toBeDisabled();
  await choose(user, 'Recipients', 'Grace');
  await waitFor(() =>
    expect(within(dialog).getByRole('button', { name: 'Schedule' })).toBeEnabled(),
  );
  expect(within(dialog).queryByText('Choose at least one recipient.')).toBeNull();
});

it('requires a name with a visible character', async () => {
  const { user, callsOf } = openConsole('/directory', {
    'GET /reporting/schedules/options': OPTIONS,
  });
  await user.click(await screen.findByRole('button', { name: 'Schedule' }));
  const dialog = await screen.findByRole('dialog');
  await within(dialog).findAllByText('Ada');
  const name = within(dialog).getByRole('textbox', { name: 'Name' });
  await user.clear(name);
  await user.type(name, '  ');
  await user.click(within(dialog).getByRole('button', { name: 'Schedule' }));
  expect(name).toBeInvalid();
  expect(callsOf('POST /reporting/schedules')).toEqual([]);
});

it('shows errors of the API in the form, with names instead of IDs', async () => {
  const { user } = openConsole('/directory', {
    'GET /reporting/schedules/options': OPTIONS,
    'POST /reporting/schedules': refusal(400, {
      code: 'invalid-request',
      detail: `recipients[0] names ${ADA_ID}, who has no report access to this organization.`,
    }),
  });
  await user.click(await screen.findByRole('button', { name: 'Schedule' }));
  const dialog = await screen.findByRole('dialog');
  await within(dialog).findAllByText('Ada');
  await user.click(within(dialog).getByRole('button', { name: 'Schedule' }));
  expect(await within(dialog).findByRole('alert')).toHaveTextContent(
    'names Ada, who has no report access',
  );
});

it('explains that nothing can be scheduled without a mail server', async () => {
  const { user } = openConsole('/directory', {
    'GET /reporting/schedules/options': { isMailConfigured: false, recipients: [] },
  });
  await user.click(await screen.findByRole('button', { name: 'Schedule' }));
  expect(await screen.findByText('This service sends no e-mail')).toBeVisible();
});

it('lists the user’s schedules with their next and last run', async () => {
  openConsole('/schedules', { 'GET /reporting/schedules': [SCHEDULE] });
  const row = (await screen.findByText('Gaps of First Aid')).closest('tr')!;
  expect(row).toHaveTextContent('Achievement gaps, Excel');
  expect(row).toHaveTextContent('Every Monday, 07:00');
  expect(row).toHaveTextContent(
    'Sent to 1 person; left out: 1 (unsubscribed by the link in an e-mail)',
  );
});

it('explains how to start if there is none', async () => {
  openConsole('/schedules', { 'GET /reporting/schedules': [] });
  expect(await screen.findByText('No scheduled reports yet')).toBeVisible();
});

it('changes a schedule to monthly, and keeps the rest', async () => {
  const { user, callsOf } = openConsole('/schedules', {
    'GET /reporting/schedules': [SCHEDULE],
    'GET /reporting/schedules/options': OPTIONS,
    [`PUT ${ONE}`]: SCHEDULE,
  });
  await user.click(await screen.findByRole('button', { name: 'Edit Gaps of First Aid' }));
  const dialog = await screen.findByRole('dialog', { name: 'Change the schedule' });
  await within(dialog).findAllByText('Grace');
  await choose(user, 'How often', 'Every month');
  await choose(user, 'On', 'Last day');
  await user.click(within(dialog).getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const { id: _id, pauseReason: _why, nextRunAt: _next, lastRun: _last, ...request } = SCHEDULE;
  expect(callsOf(`PUT ${ONE}`)[0]!.body).toEqual({
    ...request,
    recurrence: { every: 'month', on: 'last', at: '07:00', timeZone: 'UTC' },
  });
});

it('names its buttons with the words on them, by which they can be spoken to', async () => {
  openConsole('/schedules', { 'GET /reporting/schedules': [SCHEDULE] });
  const send = await screen.findByRole('button', { name: 'Send Gaps of First Aid now' });
  expect(send.getAttribute('aria-label')).toContain(send.textContent);
});

it('labels the cells of its table for a phone, on which each row is a card', async () => {
  openConsole('/schedules', { 'GET /reporting/schedules': [SCHEDULE] });
  const table = await screen.findByRole('table', { name: 'Schedules' });
  const titles = within(table).getAllByRole('columnheader');
  const cells = await within(table).findAllByRole('cell', { name: /./ });
  const labels = cells.flatMap(({ dataset: { label } }) => label ?? []);
  expect(labels).toEqual(titles.map(({ textContent }) => textContent));
});

it('pauses, runs and deletes a schedule', async () => {
  const lastRun = {
    ...{ at: '2026-11-26T10:00:00.000+00:00', outcome: 'sent', rows: 3 },
    ...{ sentTo: 2, leftOut: [], error: null },
  };
  const { user, callsOf, answer } = openConsole('/schedules', {
    'GET /reporting/schedules': () =>
      callsOf(`POST ${ONE}/run`).length === 0 ? [SCHEDULE] : [{ ...SCHEDULE, lastRun }],
    [`PUT ${ONE}`]: { ...SCHEDULE, isPaused: true },
    [`POST ${ONE}/run`]: null,
    [`DELETE ${ONE}`]: null,
  });
  await user.click(await screen.findByRole('button', { name: 'Send Gaps of First Aid now' }));
  const notice = (await screen.findByText('“Gaps of First Aid” has run')).closest('[role=status]');
  expect(notice).toHaveTextContent('Sent to 2 people');
  expect(callsOf(`POST ${ONE}/run`)).toHaveLength(1);
  answer('GET /reporting/schedules', [
    { ...SCHEDULE, isPaused: true, pauseReason: 'owner', nextRunAt: null },
  ]);
  await user.click(screen.getByRole('button', { name: 'Pause Gaps of First Aid' }));
  expect(await screen.findByText('Paused')).toBeVisible();
  expect(screen.getByText('By its owner')).toBeVisible();
  expect(callsOf(`PUT ${ONE}`)).toMatchObject([{ body: { isPaused: true } }]);
  answer('GET /reporting/schedules', []);
  await user.click(screen.getByRole('button', { name: 'Delete Gaps of First Aid' }));
  await user.click(await screen.findByRole('button', { name: 'Delete' }));
  expect(await screen.findByText('No scheduled reports yet')).toBeVisible();
  expect(callsOf(`DELETE ${ONE}`)).toHaveLength(1);
});

it('shows all schedules to operators, who can pause them', async () => {
  const owner = { accountId: ADA_ID, name: 'Ada', email: 'ada@acme.test' };
  const { user, callsOf } = openConsole('/schedules?organization=acme&of=all', {
    'GET /auth/session': OLGA,
    'GET /notification/schedules': page([{ ...SCHEDULE, owner }]),
    [`POST /notification/schedules/${SCHEDULE.id}/pause`]: null,
  });
  expect(await screen.findByText('Ada (ada@acme.test)')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Pause Gaps of First Aid' }));
  const pauses = () => callsOf(`POST /notification/schedules/${SCHEDULE.id}/pause`);
  await waitFor(() => expect(pauses()).toHaveLength(1));
});

it('lets operators allow and revoke recipients without report access', async () => {
  const chair = {
    id: ADA_ID,
    name: 'Chair',
    email: 'chair@board.example',
    allowedAt: '2026-11-26',
  };
  const taken = refusal(400, { errors: [{ field: 'email', message: 'is allowed already' }] });
  const { user, answer, callsOf } = openConsole('/schedules?organization=acme&of=all', {
    'GET /auth/session': OLGA,
    'GET /notification/schedules': page([]),
    'GET /notification/recipients': page([]),
    'POST /notification/recipients': taken,
    [`DELETE /notification/recipients/${ADA_ID}`]: null,
  });
  const fields = await screen.findByRole('region', { name: 'Recipients without report access' });
  const name = within(fields).getByLabelText(/^Name/);
  const email = within(fields).getByLabelText(/^E-mail/);
  await user.type(name, ' Chair ');
  await user.type(email, 'chair@board.example');
  await user.click(within(fields).getByRole('button', { name: 'Allow' }));
  expect(await within(fields).findByText('is allowed already')).toBeVisible();
  // The input is kept, so that it can be submitted again.
  answer('POST /notification/recipients', chair);
  answer('GET /notification/recipients', page([chair]));
  await user.click(within(fields).getByRole('button', { name: 'Allow' }));
  expect(
    await within(fields).findByRole('row', { name: /^Chair chair@board.example/ }),
  ).toBeVisible();
  expect(callsOf('POST /notification/recipients').at(-1)!.body).toEqual({
    name: 'Chair',
    email: 'chair@board.example',
  });
  expect(name).toHaveValue('');
  answer('POST /notification/recipients', taken);
  // The library that types does not notice that the form was reset.
  await user.clear(name);
  await user.type(name, 'Board');
  await user.clear(email);
  await user.type(email, 'chair@board.example');
  await user.click(within(fields).getByRole('button', { name: 'Allow' }));
  expect(await within(fields).findByText('is allowed already')).toBeVisible();
  expect(name).toHaveValue('Board');
  answer('GET /notification/recipients', page([]));
  await user.click(within(fields).getByRole('button', { name: 'Revoke Chair' }));
  const dialog = await screen.findByRole('dialog', { name: 'Revoke the permission?' });
  await user.click(within(dialog).getByRole('button', { name: 'Revoke' }));
  await waitFor(() => expect(within(fields).queryByRole('row')).toBeNull());
  expect(callsOf(`DELETE /notification/recipients/${ADA_ID}`)).toHaveLength(1);
});

it('shows deliveries to operators, who can retry failed ones', async () => {
  const { user, callsOf } = openConsole('/deliveries?organization=acme', {
    'GET /auth/session': OLGA,
    'GET /notification/deliveries': page([DELIVERY]),
    [`POST /notification/deliveries/${DELIVERY.id}/retry`]: null,
  });
  expect(await screen.findByText('Grace (grace@acme.test)')).toBeVisible();
  expect(screen.getByText('Scheduled report')).toBeVisible();
  expect(screen.getByText('550 no such mailbox')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Send the e-mail to Grace again' }));
  const retries = () => callsOf(`POST /notification/deliveries/${DELIVERY.id}/retry`);
  await waitFor(() => expect(retries()).toHaveLength(1));
});

it('names the button of a failed delivery with the words on it', async () => {
  openConsole('/deliveries?organization=acme', {
    'GET /auth/session': OLGA,
    'GET /notification/deliveries': page([DELIVERY]),
  });
  const send = await screen.findByRole('button', { name: 'Send the e-mail to Grace again' });
  expect(send.getAttribute('aria-label')).toContain(send.textContent);
});

it('tells an organization without e-mails from filters that match none', async () => {
  const { user } = openConsole('/deliveries?organization=acme', {
    'GET /auth/session': OLGA,
    'GET /notification/deliveries': page([]),
  });
  await screen.findByText('No e-mails yet');
  await user.selectOptions(screen.getByLabelText('Outcome'), 'Failed');
  await screen.findByText('No e-mails match these filters');
});

it('shows that there are more emails than the API counted', async () => {
  openConsole('/deliveries?organization=acme', {
    'GET /auth/session': OLGA,
    'GET /notification/deliveries': page([DELIVERY], { total: 10_000, isTotalExact: false }),
  });
  expect(await screen.findByText('1–100 of more than 10,000')).toBeVisible();
});

it('says why recipients are missing if they cannot be read', async () => {
  const { user, answer } = openConsole('/schedules?organization=acme', {
    'GET /reporting/schedules': [SCHEDULE],
    'GET /reporting/schedules/options': refusal(503, { title: 'Busy', code: 'busy' }),
  });
  await user.click(await screen.findByRole('button', { name: 'Edit Gaps of First Aid' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Change the schedule' }));
  await dialog.findByText('Busy');
  expect(dialog.queryByText('Somebody without report access')).toBeNull();
  answer('GET /reporting/schedules/options', OPTIONS);
  await user.click(dialog.getByRole('button', { name: 'Try again' }));
  await dialog.findAllByText('Grace');
  expect(dialog.queryByText('Busy')).toBeNull();
});

it('does not report a sent schedule as refused if its outcome cannot be read', async () => {
  const lastRun = { ...SCHEDULE.lastRun, at: '2026-11-29T10:00:00.000+00:00', leftOut: [] };
  let reads = 0;
  const { user, callsOf } = openConsole('/schedules?organization=acme', {
    'GET /reporting/schedules': () => {
      if (callsOf(`POST ${ONE}/run`).length === 0) return [SCHEDULE];
      return ++reads === 1 ? refusal(503, { title: 'Busy' }) : [{ ...SCHEDULE, lastRun }];
    },
    [`POST ${ONE}/run`]: null,
  });
  await user.click(await screen.findByRole('button', { name: 'Send Gaps of First Aid now' }));
  await screen.findByText('“Gaps of First Aid” has run');
  expect(screen.queryByText('Busy')).toBeNull();
});

it('prints every page of the deliveries', async () => {
  const printed: (string | null)[] = [];
  vi.stubGlobal('print', () => {
    window.dispatchEvent(new Event('beforeprint'));
    printed.push(screen.getByRole('table', { name: 'E-mails' }).textContent);
  });
  const other = { ...DELIVERY, id: 'd2', recipient: { ...DELIVERY.recipient, name: 'Linus' } };
  const { user } = openConsole('/deliveries?organization=acme', {
    'GET /auth/session': OLGA,
    'GET /notification/deliveries': ({ query }: { query: URLSearchParams }) =>
      page(query.get('pageSize') === '200' ? [DELIVERY, other] : [DELIVERY], { total: 2 }),
  });
  await screen.findByText('Grace (grace@acme.test)');
  await user.click(screen.getByRole('button', { name: 'Print' }));
  await waitFor(() => expect(printed).toEqual([expect.stringContaining('Linus')]));
});

it('prints no advice to download what has no downloads', async () => {
  openConsole('/deliveries?organization=acme', {
    'GET /auth/session': OLGA,
    'GET /notification/deliveries': ({ query }: { query: URLSearchParams }) => {
      const count = Number(query.get('pageSize'));
      const start = Number(query.get('page')) * count;
      const items = Array.from({ length: count }, (_, at) => ({
        ...DELIVERY,
        id: `d${start + at}`,
      }));
      return page(items, { total: 2_500, pageSize: count });
    },
  });
  await screen.findAllByText('Grace (grace@acme.test)');
  let printed: string | null = null;
  vi.stubGlobal('print', () => {
    window.dispatchEvent(new Event('beforeprint'));
    printed = document.body.textContent;
  });
  fireEvent.click(screen.getByRole('button', { name: 'Print' }));
  await waitFor(() => expect(printed).toContain('These are 2,000 of 2,500 rows.'));
  expect(printed).not.toContain('download');
});

it('passes the focus on when the pressed button disappears', async () => {
  const { user, answer } = openConsole('/deliveries?organization=acme', {
    'GET /auth/session': OLGA,
    'GET /notification/deliveries': page([DELIVERY]),
    [`POST /notification/deliveries/${DELIVERY.id}/retry`]: {},
  });
  const retry = await screen.findByRole('button', { name: 'Send the e-mail to Grace again' });
  answer('GET /notification/deliveries', page([{ ...DELIVERY, outcome: 'waiting' }]));
  retry.focus();
  await user.keyboard('{Enter}');
  await waitFor(() => expect(retry).not.toBeInTheDocument());
  await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveFocus());
});
