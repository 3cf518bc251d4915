import {
  print,
  report,
  type CommandTools as ToolsOf,
  type WithTools as WithToolsOf,
} from '@platform/service';
import type { Config } from './config';

export type CommandTools = ToolsOf<Config>;
export type WithTools = WithToolsOf<Config>;

export { print };

/** One line of JSON with --json, else text. */
export function printResult(
  result: object,
  { json, text }: { readonly json: true | undefined; readonly text: string },
): void {
  print(json ? JSON.stringify(result) : text);
}

/** Writes to standard error. */
export function warn(sentence: string): void {
  report(`Warning: ${sentence}`);
}
