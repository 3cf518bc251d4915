import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parse, stringify } from 'yaml';

const folder = path.join(__dirname, '..', '..', 'deploy', 'prometheus');
const rules = path.join(folder, 'alerts.yml');
const { groups } = parse(readFileSync(rules, 'utf8')) as {
  groups: { rules: { alert: string; labels: Record<string, string> }[] }[];
};
const alerts = groups.flatMap(group => group.rules);

const hasPromtool = spawnSync('promtool', ['--version']).status === 0;
const of = (more = '') => `{job="reporting",instance="replica"${more && `,${more}`}}`;
const increments = (le: string) =>
  `versioning_http_request_duration_seconds_bucket{job="versioning",route="/api/packages/{slug}/increment/patch",le="${le}"}`;

interface Fault {
  /** Series that the fault produces, in the notation of promtool. */
  readonly series: Readonly<Record<string, string>>;
  readonly labels: Readonly<Record<string, string>>;
  readonly at?: string;
  /** Between two values; defaults to `1m`. */
  readonly interval?: string;
}

const job = { job: 'reporting' };
const faults: Readonly<Record<string, Fault>> = {
  ServiceDown: { series: { [`up${of()}`]: '0x40' }, labels: { ...job, instance: 'replica' } },
  ServerErrors: {
    series: {
      [`reporting_http_request_duration_seconds_count${of('status="200"')}`]: '0+60x40',
      [`reporting_http_request_duration_seconds_count${of('status="500"')}`]: '0+6x40',
    },
    labels: job,
  },
  DatabaseUnavailable: {
    series: { [`reporting_refused_requests_total${of('code="database-unavailable"')}`]: '0+6x40' },
    labels: job,
  },
  SlowIncrements: {
    series: {
      [increments('0.5')]: '0+9x40',
      [increments('1')]: '0+60x40',
      [increments('+Inf')]: '0+60x40',
    },
    labels: {},
  },
  WaitingForConnections: {
    series: { [`reporting_database_connections${of('state="waited_for"')}`]: '3x40' },
    labels: job,
  },
  ReportsOnPrimary: {
    series: { [`reporting_standby_usable${of('standby="standby/db"')}`]: '0x40' },
    labels: { instance: 'replica' },
  },
  EventLoopLag: {
    series: { [`nodejs_eventloop_lag_p99_seconds${of()}`]: '0.3x40' },
    labels: { ...job, instance: 'replica' },
  },
  Unhealthy: {
    series: {
      [`reporting_healthy${of()}`]: '1x10 0x30',
      'versioning_healthy{job="versioning",instance="other"}': '1x40',
    },
    labels: { ...job, instance: 'replica' },
  },
  BrokenOffResponses: {
    series: {
      [`reporting_responses_broken_off_total${of('reason="failure"')}`]: '0x20 1x20',
      'versioning_responses_broken_off_total{job="versioning",reason="client"}': '0+9x40',
    },
    labels: job,
  },
  JobsFail: {
    series: { [`reporting_jobs_total${of('name="send-mails",outcome="failed"')}`]: '0x10 0+1x30' },
    labels: { name: 'send-mails' },
  },
  JobsWait: {
    series: { [`reporting_jobs_oldest_waiting_seconds${of('name="snapshot"')}`]: '0+60x40' },
    labels: { name: 'snapshot' },
  },
  SnapshotsMissed: {
    series: {
      [`reporting_jobs_total${of('name="snapshots",outcome="succeeded"')}`]: '3x240',
      [`process_start_time_seconds${of()}`]: '0x240',
    },
    labels: {},
    at: '230h',
    interval: '1h',
  },
  MailsFail: {
    series: { [`reporting_mails_total${of('kind="schedule",outcome="failed"')}`]: '0x20 2x20' },
    labels: { kind: 'schedule' },
  },
  SchedulesFail: {
    series: { [`reporting_schedule_runs_total${of('outcome="failed"')}`]: '0x20 1x20' },
    labels: {},
  },
  SlotsFull: {
    series: { [`reporting_refused_requests_total${of('code="busy"')}`]: '0+30x40' },
    labels: job,
  },
  Refusals: {
    series: { [`reporting_refused_requests_total${of('code="rate-limited"')}`]: '0+120x40' },
    labels: { ...job, code: 'rate-limited' },
  },
  UploadsFull: {
    series: {
      'node_filesystem_avail_bytes{instance="m",mountpoint="/data"}': '5x40',
      'node_filesystem_size_bytes{instance="m",mountpoint="/data"}': '100x40',
    },
    labels: { instance: 'm' },
  },
};

test('every alert has a test case', () => {
  expect(Object.keys(faults).sort()).toEqual(alerts.map(({ alert }) => alert).sort());
});

(hasPromtool ? test.each(alerts) : test.skip.each(alerts))(
  '$alert, and no other alert, fires for its fault',
  ({ alert, labels }) => {
    const { series, at = '30m', interval = '1m', labels: more } = faults[alert]!;
    const raised = { alertname: alert, alertstate: 'firing', ...labels, ...more };
    const names = Object.entries(raised).map(([name, value]) => `${name}="${value}"`);
    const sample = { labels: `ALERTS{${names.join(', ')}}`, value: 1 };
    const cases = {
      rule_files: [rules],
      evaluation_interval: interval,
      tests: [
        {
          interval,
          input_series: Object.entries(series).map(([name, values]) => ({ series: name, values })),
          promql_expr_test: [
            { expr: 'ALERTS{alertstate="firing"}', eval_time: at, exp_samples: [sample] },
          ],
        },
      ],
    };
    const scratch = mkdtempSync(path.join(tmpdir(), 'alerts-'));
    writeFileSync(path.join(scratch, 'test.yml'), stringify(cases));
    const { stdout, stderr, status } = spawnSync('promtool', ['test', 'rules', 'test.yml'], {
      cwd: scratch,
      encoding: 'utf8',
    });
    rmSync(scratch, { recursive: true });
    expect([status, status === 0 ? '' : stdout + stderr]).toEqual([0, '']);
  },
);
