import { createHash } from 'node:crypto';

/** How many call at once; of reports, no more than REPORT_CONCURRENCY. */
const CALLERS = { versioning: 16, reporting: 4 };

/**
 * Calls a service through nginx for as long as `act` takes. No call may be lost: each increment is answered, and
 * the package ends at as many versions as there were answers; each report comes whole.
 * @returns how many calls there were, and how the slowest fared
 * @throws Error of the first call that is lost, or of `act`
 */
export async function underLoad(service, origin, credentials, act) {
  const load = await loads[service](origin, credentials);
  let goesOn = true;
  let calls = 0;
  let slowest = 0;
  const call = async () => {
    while (goesOn) {
      const begun = performance.now();
      await load.call();
      slowest = Math.max(slowest, performance.now() - begun);
      calls += 1;
    }
  };
  const calling = Promise.all(Array.from({ length: CALLERS[service] }, call));
  const acting = act();
  try {
    // Whichever fails first is told.
    await Promise.race([calling, acting]);
  } finally {
    goesOn = false;
    await Promise.allSettled([calling, acting]);
  }
  await calling;
  await load.end();
  return `${calls} calls, none lost, the slowest ${Math.round(slowest)} ms`;
}

const loads = {
  async versioning(origin, { apiKey }) {
    const url = `${origin}/versioning/api/packages/loaded`;
    const headers = { authorization: `Bearer ${apiKey}` };
    const send = async (path, method) => json(await fetch(`${url}${path}`, { method, headers }));
    const { Minor } = await send('/increment/minor', 'POST');
    const versions = new Set();
    return {
      async call() {
        const { Version } = await send('/increment/patch', 'POST');
        if (versions.has(Version)) throw new Error(`${Version} was handed out twice`);
        versions.add(Version);
      },
      async end() {
        const { Version } = await send('', 'GET');
        const expected = `0.${Minor}.${versions.size}`;
        if (Version !== expected) throw new Error(`${Version}, but answers up to ${expected}`);
      },
    };
  },

  async reporting(origin, { secret }) {
    const url = `${origin}/reporting/reporting/competency-validations?format=csv`;
    const headers = { authorization: `Bearer ${secret}` };
    const download = async () => {
      const response = await fetch(url, { headers });
      const text = await response.text();
      if (response.status !== 200) throw new Error(`${response.status} ${text}`);
      return createHash('sha256').update(text).digest('hex');
    };
    const whole = await download();
    return {
      async call() {
        if ((await download()) !== whole) throw new Error('a report was cut off');
      },
      end: () => undefined,
    };
  },
};

async function json(response) {
  if (response.status !== 200) throw new Error(`${response.status} ${await response.text()}`);
  return response.json();
}
