import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import {
  figure,
  interleave,
  medianOf,
  printTable,
  residentMegabytes,
  withCpu,
} from '../measure.js';
import { loadDemo, type Side, type Stage } from '../stage.js';

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 3);
const REPORT = '/reporting/competency-validations';

/** Measures downloads of all validations in the largest organization, by format, plain and compressed. */
export async function downloads(stage: Stage): Promise<void> {
  const service = await stage.service('reporting', await loadDemo(stage));
  const processes = { pid: service.pid, application: 'reporting%' };
  const works = ['csv', 'ndjson'].flatMap(format =>
    ['identity', 'gzip'].map(encoding => {
      const work = () => download(service, `${REPORT}?format=${format}`, encoding);
      return [`${format}, ${encoding}`, () => withCpu(stage.client, processes, work)] as const;
    }),
  );
  const results = await interleave(ROUNDS, Object.fromEntries(works));
  const rows = await countRows(service);
  printTable(
    [
      `${rows.toLocaleString('en')} validations`,
      'MB',
      's',
      'CPU service µs a row',
      'CPU database µs a row',
      'max MB',
    ],
    Object.entries(results).map(([name, rounds]) => [
      name,
      figure(rounds[0]!.bytes / 1e6),
      figure(medianOf(rounds, ({ milliseconds }) => milliseconds) / 1_000),
      figure((medianOf(rounds, ({ cpu }) => cpu) / rows) * 1_000),
      figure((medianOf(rounds, ({ database }) => database) / rows) * 1_000),
      figure(Math.max(...rounds.map(({ memory }) => memory))),
    ]),
  );
}

/** Returns the bytes transferred, and the service's peak memory in megabytes. */
async function download({ url, pid, headers }: Side, path: string, encoding: string) {
  const start = performance.now();
  const request = get(url + path, { headers: { ...headers, 'accept-encoding': encoding } });
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  if (response.statusCode !== 200) throw new Error(`${path}: ${response.statusCode}`);
  let [bytes, memory] = [0, 0];
  for await (const chunk of response as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    memory = Math.max(memory, residentMegabytes(pid));
  }
  return { bytes, memory, milliseconds: performance.now() - start };
}

async function countRows({ url, headers }: Side): Promise<number> {
  const response = await fetch(`${url}${REPORT}?pageSize=1`, { headers });
  const { total } = (await response.json()) as { total: number };
  return total;
}
