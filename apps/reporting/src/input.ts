import { documentedQuery, jsonBody } from '@platform/http';

/**
 * What every operation takes before it is validated, and only once the caller is known: the query
 * parameters it documents, and a JSON body of at most 1 MiB where it documents one. Unsupported content is
 * a 400 (reporting, "Errors").
 */
export const documentedInput = [
  documentedQuery({ most: 1_100 }),
  jsonBody({ limit: 1024 * 1024, mostElements: 20_000, unsupported: 'invalid-request' }),
];
