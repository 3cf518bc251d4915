import type { Response } from 'express';

/** What nginx calls it when the client leaves before there is an answer. */
const CLIENT_LEFT = 499;

/** The status of a response that is over; Express says 200 for one that never began. */
export function finalStatus(response: Response): number {
  return response.headersSent ? response.statusCode : CLIENT_LEFT;
}
