/** Ends a run with a line that build servers can parse: `tests: N passed, N failed, N skipped`. */
module.exports = class TestTotals {
  onRunComplete(_contexts, results) {
    const failed = results.numFailedTests + results.numRuntimeErrorTestSuites;
    const skipped = results.numPendingTests + results.numTodoTests;
    process.stdout.write(
      `tests: ${results.numPassedTests} passed, ${failed} failed, ${skipped} skipped\n`,
    );
  }
};
