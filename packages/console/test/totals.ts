import type { Reporter, TestModule } from 'vitest/node';

/** Prints the totals like the services' tests: `tests: N passed, N failed, N skipped`. */
export default class Totals implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[]): void {
    const tests = modules.flatMap(module => [...module.children.allTests()]);
    const number = (state: string) => tests.filter(test => test.result().state === state).length;
    const broken = modules.filter(module => module.errors().length > 0).length + errors.length;
    process.stdout.write(
      `tests: ${number('passed')} passed, ${number('failed') + broken} failed, ${number('skipped')} skipped\n`,
    );
  }
}
