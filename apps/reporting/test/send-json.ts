import { sendRequest, type TestReply, type TestRequest } from '@platform/http/testing';

export type Reply = TestReply;
export type RequestOptions = TestRequest;

/** Asks a service over HTTP; a body is sent as JSON, text too. */
export function sendJson(url: string, question: RequestOptions = {}): Promise<Reply> {
  const { body } = question;
  return sendRequest(
    url,
    body === undefined ? question : { ...question, body: JSON.stringify(body) },
  );
}
