import { getSystemErrorMessage } from 'node:util';
import {
  CommanderError,
  type CommandUnknownOpts,
  InvalidArgumentError,
  type Option,
} from '@commander-js/extra-typings';
import { printable, report } from './output';

/** `readerGone` is 128 + SIGPIPE, the exit code of other programs in this case. */
export const EXIT = { done: 0, failed: 1, wrongUsage: 2, readerGone: 141 } as const;

/** Returns the exit code. Prints errors as one sentence, never a stack. */
export async function runProgram(
  program: CommandUnknownOpts,
  args: readonly string[],
): Promise<number> {
  for (const stream of [process.stdout, process.stderr])
    stream.off('error', endWithOutput).on('error', endWithOutput);
  for (const command of withSubcommands(program)) {
    command
      .exitOverride()
      .configureHelp({ helpWidth: 80, optionDescription })
      .configureOutput({ writeErr: text => process.stderr.write(printable(text)) });
  }
  try {
    await program.parseAsync(args, { from: 'user' });
    return EXIT.done;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.done : EXIT.wrongUsage;
    report(sentence(error));
    return EXIT.failed;
  }
}

/** Node.js ignores SIGPIPE, so a pipe closed by `head` causes a stream error, as does a file on a full disk. */
function endWithOutput({ code, errno, message }: NodeJS.ErrnoException): void {
  if (code === 'EPIPE') process.exit(EXIT.readerGone);
  const reason = errno === undefined ? message : getSystemErrorMessage(errno);
  report(`The output cannot be written: ${reason}.`);
  process.exit(EXIT.failed);
}

/** Commander shows defaults and choices as JSON, and does not mark required options. */
function optionDescription(option: Option): string {
  const { description, mandatory, negate, argChoices } = option;
  const defaultValue: unknown = option.defaultValue;
  const notes = [
    ...(mandatory && defaultValue === undefined ? ['required'] : []),
    ...(argChoices ? [`one of ${argChoices.join(', ')}`] : []),
    ...(defaultValue === undefined || negate
      ? []
      : [`default: ${option.defaultValueDescription ?? asInput(defaultValue)}`]),
  ];
  return notes.length === 0 ? description : `${description} (${notes.join('; ')})`;
}

function asInput(value: unknown): string {
  return Array.isArray(value) ? value.join(',') : String(value);
}

function* withSubcommands(command: CommandUnknownOpts): Generator<CommandUnknownOpts> {
  yield command;
  for (const subcommand of command.commands) yield* withSubcommands(subcommand);
}

/** Joins the messages of an error and its causes; node-postgres wraps connection errors in an AggregateError. */
function sentence(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const inner: unknown = error instanceof AggregateError ? error.errors[0] : error.cause;
  const message = ownMessage(error);
  const own = message === '' ? [] : [message];
  return [...own, ...(inner === undefined ? [] : [sentence(inner)])].join(' ');
}

function ownMessage(error: NodeJS.ErrnoException): string {
  const { name, message, code, errno, path } = error;
  if (code === 'EISDIR') return 'Expected a file in place of a folder.';
  // Node.js's own message contains the code and the system call.
  if (errno !== undefined && path !== undefined) return `${path}: ${getSystemErrorMessage(errno)}.`;
  // Prisma's messages begin with the call; the last line is the reason.
  return name.startsWith('PrismaClient') ? message.split('\n').at(-1)! : message;
}

const TIME = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d(?::\d\d(?:\.\d+)?)?)(?:Z|([+-]\d\d)(?::?(\d\d))?)$/;

/** Parses ISO 8601 with an offset, or PostgreSQL's timestamp format. @throws InvalidArgumentError */
export function parseTime(text: string): Date {
  const [, day = '', clock = '', hours = '+00', minutes = '00'] = TIME.exec(text) ?? [];
  const time = new Date(`${day}T${clock}${hours}:${minutes}`);
  const isDay = (new Date(day).toJSON() as string | null)?.startsWith(day) ?? false;
  if (isDay && !Number.isNaN(time.getTime())) return time;
  throw new InvalidArgumentError('Expected a time with an offset, such as 2026-11-02T14:05:00Z.');
}
