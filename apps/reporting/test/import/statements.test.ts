import { findLeaving, findStillUsed } from '../../src/import/removal-statements';
import { analyze, analyzeStaging, createKnown, createStaging } from '../../src/import/staged-rows';
import { statementsOf } from '../../src/import/statements';
import { importFiles } from '../../src/records/files';

/** The SQL to be read; the names of prepared statements are hashes of it. */
const all = (statements: object) =>
  Object.values(statements)
    .flat()
    .filter((each): each is { name: string; text: string } => each !== null)
    .map(({ name, text }) => `-- ${name.replace(/-[0-9a-f]{8}$/, '')}\n${text}`)
    .join('\n\n');

test.each(importFiles.map(file => [file.name, file] as const))(
  'the statements of %s',
  (_, file) => {
    expect(all(statementsOf(file))).toMatchSnapshot();
  },
);

test('the statements of a whole import', () => {
  const whole = {
    createStaging,
    analyzeStaging,
    createKnown: createKnown(importFiles),
    findLeaving,
    findStillUsed,
    analyze: analyze(importFiles),
  };
  expect(all(whole)).toMatchSnapshot();
});
