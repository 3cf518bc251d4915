import { setTimeout as wait } from 'node:timers/promises';

export type ReportLoad = Awaited<ReturnType<typeof startReports>>;

const PATH = '/reporting/achievement-gaps/achievements?pageSize=200';

/** In the name of an achievement; the only thing that may differ from one report to the next. */
const EDITION = / edition (\d+)/;

/**
 * Reads one report again and again; but for the edition it must be the same each time, or be refused as the contract
 * says.
 */
export async function startReports(url: string, secret: string, readers = 1) {
  const expected = await read();
  let [isOf, stale] = [0, 0];
  if (expected.status !== 200) throw new Error(`The report was answered with ${expected.status}.`);
  /** Wrong: any other status, or rows that are not those of the database. */
  const count = { reports: 0, refused: 0, 'cut off': 0, wrong: 0 };
  let isRunning = true;

  async function read() {
    const response = await fetch(url + PATH, { headers: { 'X-Api-Key': secret } });
    const { status, headers } = response;
    return { status, retryAfter: headers.get('Retry-After'), text: await response.text() };
  }
  async function judge(): Promise<keyof typeof count> {
    const oldest = isOf;
    const answer = await read().catch(() => null);
    if (answer === null) return 'cut off';
    if (answer.status === 200 && withoutEdition(answer.text) === withoutEdition(expected.text)) {
      if (editionOf(answer.text) < oldest) stale += 1;
      return 'reports';
    }
    const isRefusal = answer.status === 503 && Number(answer.retryAfter) > 0;
    return isRefusal && answer.text.includes('"database-unavailable"') ? 'refused' : 'wrong';
  }
  async function keepReading() {
    while (isRunning) {
      count[await judge()] += 1;
      await wait(50);
    }
  }
  const reading = Promise.all(Array.from({ length: readers }, keepReading));
  return {
    /** From now on a report of an earlier edition is stale. */
    expectEdition(edition: number) {
      isOf = edition;
    },
    stale: () => stale,
    /** Resolves when so many more reports were whole. */
    async progress(reports: number) {
      const aim = count.reports + reports;
      while (count.reports < aim) await wait(20);
    },
    async finish() {
      isRunning = false;
      await reading;
      return count;
    },
  };
}

const withoutEdition = (text: string) => text.replaceAll(new RegExp(EDITION, 'g'), '');
const editionOf = (text: string) => Number(EDITION.exec(text)?.[1] ?? 0);
