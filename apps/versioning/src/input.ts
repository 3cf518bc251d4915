import { documentedQuery, jsonBody } from '@platform/http';

/**
 * What every operation takes before it is validated, and only once the caller is known: the query
 * parameters it documents, and a JSON body of at most 16 KiB where it documents one. Property names
 * match in any case, as they do in the .NET original.
 */
export const documentedInput = [
  documentedQuery({ most: 100 }),
  jsonBody({
    limit: 16 * 1024,
    mostElements: 1_000,
    properties: ['Slug', 'Name', 'Version', 'Force'],
  }),
];
