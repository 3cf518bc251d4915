import { sendRequest, type TestReply, type TestRequest } from '@platform/http/testing';

export type Answer = TestReply;
export type Question = TestRequest;

/** Asks a service over HTTP; a body is sent as JSON, text too. */
export function ask(url: string, question: Question = {}): Promise<Answer> {
  const { body } = question;
  return sendRequest(
    url,
    body === undefined ? question : { ...question, body: JSON.stringify(body) },
  );
}
