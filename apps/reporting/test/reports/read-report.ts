import readWorkbook from 'read-excel-file/node';
import type { TestApp } from '../start-test-app';

type Query = Record<string, string | number | readonly string[]>;

export interface ReportReader {
  /** The response of a report of the organization. */
  get(path: string, query?: Query): Promise<Response>;
  /** Its JSON. */
  json(path: string, query?: Query): Promise<any>;
  /** The JSON of a report by POST. */
  post(path: string, body: object): Promise<any>;
  /** The lines of its CSV, the header first, without the byte order mark. */
  csv(path: string, query?: Query): Promise<string[]>;
  /** The rows of its workbook's table, the header first. */
  xlsx(path: string, query?: Query): Promise<unknown[][]>;
}

/** Reads reports as an operator, who is not a member of the organization and therefore not in its reports. */
export async function reportReader(
  { url, seed }: TestApp,
  company: { id: number; uuid: string },
): Promise<ReportReader> {
  const operator = await seed.account('Operator', { isOperator: true, reportAccess: true });
  const secret = await seed.secret(operator, company);

  async function get(path: string, query: Query = {}): Promise<Response> {
    const search = new URLSearchParams();
    for (const [name, value] of Object.entries(query)) {
      for (const each of Array.isArray(value) ? value : [value]) search.append(name, String(each));
    }
    const headers = { Authorization: `Bearer ${secret}` };
    return fetch(`${url}/reporting/${path}?${search.toString()}`, { headers });
  }

  async function succeed(path: string, query?: Query): Promise<Response> {
    const response = await get(path, query);
    if (!response.ok) throw new Error(`${response.status}: ${await response.text()}`);
    return response;
  }

  return {
    get,
    json: async (path, query) => (await succeed(path, query)).json(),
    async post(path, body) {
      const headers = { Authorization: `Bearer ${secret}`, 'Content-Type': 'application/json' };
      const init = { method: 'POST', headers, body: JSON.stringify(body) };
      const response = await fetch(`${url}/reporting/${path}`, init);
      if (!response.ok) throw new Error(`${response.status}: ${await response.text()}`);
      return response.json();
    },
    async csv(path, query) {
      const text = await (await succeed(path, { ...query, format: 'csv' })).text();
      return text.trimEnd().split('\r\n');
    },
    async xlsx(path, query) {
      const file = await (await succeed(path, { ...query, format: 'xlsx' })).arrayBuffer();
      const [, table] = await readWorkbook(Buffer.from(file));
      return table!.data;
    },
  };
}
