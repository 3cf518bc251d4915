import fc from 'fast-check';
import readWorkbook from 'read-excel-file/node';
import { bearer } from '../../cast';
import { type Reply, sendJson } from '../../send-json';

/** A report that accepts departments, and a request without them. */
export interface ReportRequest {
  readonly path: string;
  readonly query: Readonly<Record<string, string | readonly string[]>>;
  /** For reports by POST, which accept departments in the body. */
  readonly body: Readonly<Record<string, unknown>> | null;
}

const get = (path: string, query: ReportRequest['query']): ReportRequest => ({
  path,
  query,
  body: null,
});
const post = (path: string, body: ReportRequest['body'], query = {}): ReportRequest => ({
  path,
  query,
  body: { ...body },
});

/** Removes null parameters. */
function given<Value>(values: Readonly<Record<string, Value | null>>): Record<string, Value> {
  return Object.fromEntries(
    Object.entries(values).filter((entry): entry is [string, Value] => entry[1] !== null),
  );
}

const optional = <Value>(...values: Value[]) => fc.option(fc.constantFrom(...values));
const flag = optional('true', 'false');
const q = optional('member', '1', 'nobody');
const page = { page: optional('1', '2'), pageSize: optional('1', '3', '200') };
const condition = optional('all', 'compliance', 'primary');

/** A request of each kind, with random parameters. */
export const requests = (achievements: readonly string[]): fc.Arbitrary<ReportRequest> =>
  fc.oneof(
    fc
      .record({
        achievementId: fc.constantFrom(...achievements),
        requiredOnly: flag,
        status: optional('missing', 'Expired', 'Pending', 'Submitted'),
        sort: optional('name', 'status', 'expires'),
        direction: optional('asc', 'desc'),
        ...{ q, ...page },
      })
      .map(query => get('achievement-gaps', given(query))),
    fc
      .record({
        status: optional('Validated', 'Expired', 'Not Applicable', 'Submitted'),
        expiresBefore: optional('2026-11-22T10:00:00.000Z'),
        ...{ q, ...page },
      })
      .map(query => get('competency-validations', given(query))),
    fc
      .record({
        days: optional('1', '366'),
        kinds: optional('achievement', 'competency'),
        requiredOnly: flag,
        ...{ q, ...page },
      })
      .map(query => get('expirations', given(query))),
    fc
      .record({ requiredOnly: flag, q, legacy: flag })
      .map(query => get('monthly-statistics', { year: '2026', month: '11', ...given(query) })),
    fc
      .record({ requiredOnly: flag, q })
      .map(query =>
        get('monthly-statistics/history', { from: '2026-10', to: '2026-11', ...given(query) }),
      ),
    fc
      .record({
        measurements: fc.option(fc.subarray([1, 2, 3, 4, 5], { minLength: 1 })),
        functions: fc.option(
          fc.subarray(['Department', 'Administration', 'Employee'], { minLength: 1 }),
        ),
        profileCondition: condition,
        memberMustHaveProfile: optional(true, false),
        emptyScore: optional('compliant', 'notScored', 'excluded'),
      })
      .map(body => post('compliance-summaries', given<unknown>(body))),
    fc
      .record({
        measurements: fc.option(fc.subarray([1, 3, 4], { minLength: 1 })),
        achievements: fc.option(fc.subarray([...achievements], { minLength: 1 })),
        functions: fc.option(fc.subarray(['Department', 'Employee'], { minLength: 1 })),
        ...{ requiredOnly: optional(true, false), lackingOnly: optional(true, false) },
        ...{ columnsLackingOnly: optional(true, false), sort: optional('name', 'lacking') },
        ...{ columnsSort: optional('measurement', 'lacking'), q },
        ...{ page: optional(1, 2), pageSize: optional(1, 200), columnsPage: optional(1, 2) },
      })
      .map(body => post('matrix', given<unknown>(body))),
    fc
      .record({
        measurements: fc.option(fc.subarray([1, 3, 4], { minLength: 1 })),
        profileCondition: optional('compliance', 'primary'),
        months: optional(12, 24),
      })
      .map(body => post('compliance-trends', given<unknown>(body))),
  );

/** Adds departments or members to a request. */
export function narrowed(
  { path, query, body }: ReportRequest,
  by: { readonly departments?: readonly string[]; readonly members?: readonly string[] },
): ReportRequest {
  return body ? post(path, { ...body, ...by }) : get(path, { ...query, ...by });
}

/** Returns the text of a workbook's tables. */
export async function send(
  url: string,
  secret: string,
  { path, query, body }: ReportRequest,
  format = 'json',
): Promise<Reply> {
  const search = new URLSearchParams({ format });
  for (const [name, value] of Object.entries(query)) {
    for (const each of [value].flat()) search.append(name, each);
  }
  const address = `${url}/reporting/${path}?${search.toString()}`;
  const method = body ? 'POST' : 'GET';
  const headers = bearer(secret);
  if (format !== 'xlsx') return sendJson(address, { method, headers, body: body ?? undefined });
  const json = { 'Content-Type': 'application/json' };
  const response = await fetch(address, {
    method,
    headers: { ...Object.fromEntries(headers), ...(body && json) },
    body: body && JSON.stringify(body),
  });
  const file = Buffer.from(await response.arrayBuffer());
  const { status } = response;
  const reply = { status, headers: Object.fromEntries(response.headers), body: null };
  if (!response.ok) return { ...reply, text: file.toString() };
  const [, ...tables] = await readWorkbook(file);
  const rows = tables.flatMap(({ data }) => data);
  return { ...reply, text: rows.map(row => `${row.join(',')}\r\n`).join('') };
}

/** Removes parts of a response that depend only on the call or its filters. */
export function comparable({ status, headers, text }: Reply) {
  const own = Object.entries(headers).filter(
    ([name]) => !/^(date|x-request-id|link|etag)$/.test(name),
  );
  return { status, headers: Object.fromEntries(own), text };
}
