import { sendRequest, type TestReply, type TestRequest } from '@platform/http/testing';

export type Reply = TestReply;
export type RequestOptions = TestRequest;

/** Sends a request. Any body, including a string, is sent as JSON. */
export function sendJson(url: string, request: RequestOptions = {}): Promise<Reply> {
  const { body } = request;
  return sendRequest(
    url,
    body === undefined ? request : { ...request, body: JSON.stringify(body) },
  );
}
