import { readdirSync } from 'node:fs';
import path from 'node:path';
import { definitions } from '../src/main/definitions';

test('every file of definitions is applied', () => {
  const files = readdirSync(path.join(__dirname, '../src'), { recursive: true, encoding: 'utf8' });
  const found = files.filter(file => file.endsWith('.define.sql'));
  expect(definitions.files.map(({ name }) => name).sort()).toEqual(found.sort());
});
