import { CronExpressionParser } from 'cron-parser';

/** Whether a text is a cron expression of five fields that names a time, for the parser of pg-boss. */
export function isCronExpression(text: string): boolean {
  if (text.split(' ').length !== 5) return false;
  try {
    CronExpressionParser.parse(text, { tz: 'UTC' }).next();
    return true;
  } catch {
    return false;
  }
}
