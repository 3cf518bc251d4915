import { type CustomTypesConfig, types } from 'pg';

type Parser = (value: string) => unknown;

const { INT8, DATE } = types.builtins;

/**
 * What `run` and `stream` make of values, where node-postgres's own choice is a trap: a bigint is a number
 * (counts are), not text, and a date stays `YYYY-MM-DD`, not midnight in the time zone of this machine.
 * A timestamptz is a Date; numeric stays text, since a number would round it: cast it where that is meant.
 */
export const valueTypes: CustomTypesConfig = {
  getTypeParser(type, format): Parser {
    if (format !== 'binary' && type === INT8) return toSafeInteger;
    if (format !== 'binary' && type === DATE) return (text: string) => text;
    return types.getTypeParser(type, format) as Parser;
  },
};

function toSafeInteger(text: string): number {
  const value = Number(text);
  if (Number.isSafeInteger(value)) return value;
  throw new RangeError(`${text} is too large for a number; cast it to text in the statement.`);
}
