import { print, report, type CommandTools as Tools } from '@platform/service';
import type { Config } from './config';

export type CommandTools = Tools<Config>;

/** Opens the database for one command and closes it after. */
export type WithTools = <Result>(work: (tools: CommandTools) => Promise<Result>) => Promise<Result>;

/** Who the audit says did what a command does. */
export const COMMAND_LINE = 'command line';

export { print };

/** The answer of a command: as one line of JSON where a script asks for it, else in words. */
export function printResult(
  result: object,
  { json, text }: { readonly json: true | undefined; readonly text: string },
): void {
  print(json ? JSON.stringify(result) : text);
}

/** What the user should know beside the answer: standard error. */
export function warn(sentence: string): void {
  report(`Warning: ${sentence}`);
}
