import { setTimeout as wait } from 'node:timers/promises';
import { repeat } from '../scratch/eventually.js';

/** Counts connections for reports on a server. */
export const READERS = `select count(*) from pg_stat_activity where application_name = 'reporting reports'`;

export type ReportLoad = Awaited<ReturnType<typeof startReports>>;

const PATH = '/reporting/achievement-gaps/achievements?pageSize=200';

/** In the names of achievements; the only part of a report that may change. */
const EDITION = / edition (\d+)/;

/** Reads a report continuously. Except for the edition, it must stay the same, or be rejected as in the contract. */
export async function startReports(url: string, secret: string, readers = 1) {
  const expected = await read();
  let [minEdition, stale] = [0, 0];
  if (expected.status !== 200) throw new Error(`The report returned ${expected.status}.`);
  /** `wrong` counts other statuses, and rows that differ from the database. */
  const count = { reports: 0, refused: 0, 'cut off': 0, wrong: 0 };

  async function read() {
    const response = await fetch(url + PATH, { headers: { 'X-Api-Key': secret } });
    const { status, headers } = response;
    return { status, retryAfter: headers.get('Retry-After'), text: await response.text() };
  }
  async function judge(): Promise<keyof typeof count> {
    const oldest = minEdition;
    const answer = await read().catch(() => null);
    if (answer === null) return 'cut off';
    if (answer.status === 200 && withoutEdition(answer.text) === withoutEdition(expected.text)) {
      if (editionOf(answer.text) < oldest) stale += 1;
      return 'reports';
    }
    const isRefusal = answer.status === 503 && Number(answer.retryAfter) > 0;
    return isRefusal && answer.text.includes('"database-unavailable"') ? 'refused' : 'wrong';
  }
  const reading = repeat(async () => {
    count[await judge()] += 1;
    await wait(50);
  }, readers);
  return {
    /** Makes reports with an earlier edition count as stale. */
    expectEdition(edition: number) {
      minEdition = edition;
    },
    stale: () => stale,
    /** Resolves once this many more reports were complete. */
    async progress(reports: number) {
      const target = count.reports + reports;
      while (count.reports < target) await wait(20);
    },
    async finish() {
      await reading.stop();
      return count;
    },
  };
}

const withoutEdition = (text: string) => text.replaceAll(new RegExp(EDITION, 'g'), '');
const editionOf = (text: string) => Number(EDITION.exec(text)?.[1] ?? 0);
