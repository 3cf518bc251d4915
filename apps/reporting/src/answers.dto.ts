/** On every answer: its name in the log. */
export interface AnswerHeaders {
  /** Quote it when you report a problem. */
  'X-Request-Id': string;
}
