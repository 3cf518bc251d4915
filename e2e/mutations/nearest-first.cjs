const { statSync } = require('node:fs');
const path = require('node:path');

const root = path.join(__dirname, '..', '..');
/** Of every path. */
const COMMON = ['apps', 'packages', 'src', 'test', 'ts', 'sql'];

/** The parts of a path and the words of its names, in the singular. */
function wordsOf(file) {
  const words = file.split(/\W+/).map(word => word.replace(/s$/, ''));
  return new Set(words.filter(word => !COMMON.includes(word)));
}

const packageOf = file => file.split(path.sep).slice(0, 2).join(path.sep);

/**
 * Jest's order of test files: what notices a fault soon, since `--bail` ends the run there. Those of the package of the
 * file FAULT first, then those with the most words of its path, then the smallest.
 */
module.exports = class NearestFirst {
  sort(tests) {
    const fault = process.env.FAULT ?? '';
    const faulty = wordsOf(fault);
    const places = new Map(
      tests.map(test => {
        const file = path.relative(root, test.path);
        const shared = [...wordsOf(file)].filter(word => faulty.has(word)).length;
        const isNear = packageOf(file) === packageOf(fault);
        return [test, [isNear ? 0 : 1, -shared, statSync(test.path).size]];
      }),
    );
    return tests.toSorted((one, other) => {
      const [first, second] = [places.get(one), places.get(other)];
      return first[0] - second[0] || first[1] - second[1] || first[2] - second[2];
    });
  }

  allFailedTests(tests) {
    return tests;
  }

  cacheResults() {}
};
