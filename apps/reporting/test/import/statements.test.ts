import { applyStatements } from '../../src/import/apply-files';
import { comparisonStatements } from '../../src/import/changed-rows';
import { faultStatement } from '../../src/import/find-faults';
import {
  findLeaving,
  findStillUsed,
  removalsStatement,
  removeStatement,
} from '../../src/import/removals';
import { analyze, analyzeStaging, createKnown, createStaging } from '../../src/import/staged-rows';
import { importFiles } from '../../src/records/files';

/** Returns the SQL of statements, without the hashes in their names. */
const sqlOf = (statements: object) =>
  Object.values(statements)
    .flat()
    .filter((each): each is { name: string; text: string } => each !== null)
    .map(({ name, text }) => `-- ${name.replace(/-[0-9a-f]{8}$/, '')}\n${text}`)
    .join('\n\n');

test.each(importFiles.map(file => [file.name, file] as const))(
  'the statements of %s',
  (_, file) => {
    const statements = {
      ...comparisonStatements(file),
      ...applyStatements(file),
      faults: faultStatement(file),
      remove: removeStatement(file, { undoes: null, replace: true }),
      removeReplaced: removeStatement(file, { undoes: null, replace: false }),
      removeUndone: removeStatement(file, { undoes: 1, replace: false }),
      removals: removalsStatement(file),
    };
    expect(sqlOf(statements)).toMatchSnapshot();
  },
);

test('the statements of a whole import', () => {
  const whole = {
    createStaging,
    analyzeStaging: analyzeStaging(importFiles),
    createKnown: createKnown(importFiles),
    findLeaving,
    findStillUsed,
    analyze: analyze(importFiles),
  };
  expect(sqlOf(whole)).toMatchSnapshot();
});
