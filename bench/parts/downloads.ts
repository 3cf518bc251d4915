import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import {
  databaseCpu,
  figure,
  interleave,
  medianOf,
  printTable,
  processCpu,
  residentMegabytes,
} from '../measure.js';
import { loadDemonstration, type Side, type Stage } from '../stage.js';

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 3);
const REPORT = '/reporting/competency-validations';

/** Every validation of the largest organization, as programs read them: by format, plain and compressed. */
export async function downloads(stage: Stage): Promise<void> {
  const service = await stage.service('reporting', await loadDemonstration(stage));
  const works = ['csv', 'ndjson'].flatMap(format =>
    ['identity', 'gzip'].map(encoding => [
      `${format}, ${encoding}`,
      () => download(stage, service, `${REPORT}?format=${format}`, encoding),
    ]),
  );
  const results = await interleave(
    ROUNDS,
    Object.fromEntries(works) as Record<string, () => Promise<Download>>,
  );
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

interface Download {
  /** On the wire. */
  readonly bytes: number;
  readonly milliseconds: number;
  readonly cpu: number;
  readonly database: number;
  /** Megabytes that the service held at most. */
  readonly memory: number;
}

async function download(
  { client }: Stage,
  { url, pid, headers }: Side,
  path: string,
  encoding: string,
): Promise<Download> {
  const clocks = [processCpu(pid), databaseCpu(client, 'reporting%')] as const;
  const before = [await clocks[0](), await clocks[1]()] as const;
  const start = performance.now();
  const request = get(url + path, { headers: { ...headers, 'accept-encoding': encoding } });
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  if (response.statusCode !== 200) throw new Error(`${path}: ${response.statusCode}`);
  let [bytes, memory] = [0, 0];
  for await (const chunk of response as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    memory = Math.max(memory, residentMegabytes(pid));
  }
  const milliseconds = performance.now() - start;
  const [cpu, database] = [(await clocks[0]()) - before[0], (await clocks[1]()) - before[1]];
  return { bytes, milliseconds, cpu, database, memory };
}

async function countRows({ url, headers }: Side): Promise<number> {
  const response = await fetch(`${url}${REPORT}?pageSize=1`, { headers });
  const { total } = (await response.json()) as { total: number };
  return total;
}
