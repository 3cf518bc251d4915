import { expect, it } from 'vitest';
import contract from '../../../docs/contract/console.md?raw';
import { NAVIGATION } from '../src/navigation';

const pages = [...contract.matchAll(/^\| (?<names>".*?") \|/gm)].flatMap(({ groups }) =>
  groups!.names!.replaceAll('"', '').split(', '),
);

it('the contract describes every page of the navigation', () => {
  expect(pages).toEqual(expect.arrayContaining(NAVIGATION.map(({ label }) => label)));
});
