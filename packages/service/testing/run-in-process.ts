import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import { runProgram } from '../src';
import type { CommandResult } from './run-command-line';

/** Runs a command line within this process, which is much faster than starting one. */
export async function runInProcess(
  program: CommandUnknownOpts,
  args: readonly string[],
): Promise<CommandResult> {
  const written = { stdout: '', stderr: '' };
  const spies = (['stdout', 'stderr'] as const).map(name =>
    jest.spyOn(process[name], 'write').mockImplementation(text => {
      written[name] += String(text);
      return true;
    }),
  );
  const streams = [process.stdout, process.stderr].map(stream => ({
    stream,
    before: stream.listeners('error'),
  }));
  try {
    const code = await runProgram(program, args);
    return { code, ...written };
  } finally {
    for (const spy of spies) spy.mockRestore();
    // A Jest worker runs many files on the same streams, each with its own module instance.
    for (const { stream, before } of streams) {
      for (const added of stream.listeners('error').filter(each => !before.includes(each))) {
        stream.off('error', added as () => void);
      }
    }
  }
}
