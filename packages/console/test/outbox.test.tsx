import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { OLGA, openConsole } from './console';

const ID = '00000000-0000-4000-8000-0000000000d1';
const MAIL = {
  id: ID,
  date: '2026-11-22T10:00:00.000+00:00',
  to: 'Ada <ada@acme.test>',
  subject: 'Your report',
};
const ANSWERS = {
  'GET /auth/session': { ...OLGA, mail: 'folder' },
  'GET /notification/outbox': { items: [MAIL] },
  [`GET /notification/outbox/${ID}`]: {
    ...MAIL,
    text: 'Hello Ada, see\nhttps://x.test/#t=1\n',
    attachments: ['gaps.xlsx'],
  },
};

it('shows an email as sandboxed HTML and as text', async () => {
  const { user } = openConsole('/outbox', ANSWERS);
  const table = await screen.findByRole('table', { name: 'E-mails' });
  within(table).getByText('Ada <ada@acme.test>');
  await user.click(within(table).getByRole('link', { name: 'Your report' }));
  const mail = await screen.findByRole('article', { name: 'E-mail: Your report' });
  within(mail).getByText('With gaps.xlsx');
  const frame = within(mail).getByTitle('HTML of the e-mail: Your report');
  expect(frame).toHaveAttribute('sandbox', '');
  expect(frame.getAttribute('src')).toMatch(new RegExp(`/notification/outbox/${ID}/html$`));
  await user.click(within(mail).getByRole('radio', { name: 'Plain text' }));
  within(mail).getByText(/Hello Ada/);
  expect(within(mail).getByRole('link')).toHaveAttribute('href', 'https://x.test/#t=1');
});

it('says so before the first email', async () => {
  openConsole('/outbox', { ...ANSWERS, 'GET /notification/outbox': { items: [] } });
  await screen.findByText('No e-mails yet');
});

it('is only shown in demonstrations', async () => {
  openConsole('/audit', { ...ANSWERS, 'GET /auth/session': OLGA });
  const pages = await screen.findByRole('navigation', { name: 'Pages' });
  expect(within(pages).queryByRole('link', { name: 'Outbox' })).toBeNull();
});
