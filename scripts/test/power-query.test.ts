import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { DefaultSettings, TaskUtils } from '@microsoft/powerquery-parser';

const folder = path.join(__dirname, '..', '..', 'integrations', 'power-query');

test.each(readdirSync(folder))('%s is a valid Power Query formula', async file => {
  const text = readFileSync(path.join(folder, file), 'utf8');
  const task = await TaskUtils.tryLexParse(DefaultSettings, text);
  expect(TaskUtils.isParseStageOk(task)).toBe(true);
});

test('a formula with a syntax error is invalid', async () => {
  const task = await TaskUtils.tryLexParse(DefaultSettings, 'let Rows = in Rows');
  expect(TaskUtils.isParseStageOk(task)).toBe(false);
});
