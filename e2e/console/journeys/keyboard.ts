import { call, type Journey } from '../journey.js';

export const keyboard: Journey[] = [
  {
    name: 'find a person, see what is missing, and sign out, using only the keyboard',
    async travel(page, { tab, place, accounts: { reader } }) {
      const answer = await call(place, reader.secret, 'reporting/directory-contacts');
      const { members } = (await answer.json()) as { members: { name: string; email: string }[] };
      const { name, email } = members[0]!;
      await tab.goto(page.address(''));
      await page.tabTo(tab.getByLabel('E-mail', { exact: true }));
      await tab.keyboard.type(reader.email);
      await page.tabTo(tab.getByLabel('Password', { exact: true }));
      await tab.keyboard.type(reader.password);
      await tab.keyboard.press('Enter');
      await page.heading('Overview').and(tab.locator(':focus')).waitFor();

      await tab.keyboard.press('/');
      await tab
        .getByRole('dialog')
        .getByPlaceholder(/^Name or code of a person/)
        .and(tab.locator(':focus'))
        .waitFor();
      await tab.keyboard.type(email);
      await tab.getByRole('dialog').getByText(email).waitFor();
      await tab.keyboard.press('ArrowDown');
      await tab.keyboard.press('Enter');
      await page.heading(name).waitFor();
      await page.tabTo(tab.getByRole('combobox', { name: 'Show' }));
      await tab.keyboard.type('Not sat');
      await tab.waitForURL(/show=unsatisfied/);

      await page.tabTo(tab.locator('header').getByRole('button').last());
      await tab.keyboard.press('Enter');
      await tab.getByRole('menuitem', { name: 'Account' }).and(tab.locator(':focus')).waitFor();
      await tab.keyboard.press('ArrowDown');
      await tab.keyboard.press('Enter');
      await page.heading('Sign in').waitFor();
    },
  },
];
