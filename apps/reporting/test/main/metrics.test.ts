import { startTestApp } from '../start-test-app';

/** Prometheus sees no increase in a series that begins with 1. */
test('what alerts count is 0 before it happens', async () => {
  const app = await startTestApp({
    SMTP_URL: 'smtp://127.0.0.1:9',
    MAIL_FROM: 'reporting@example.org',
    PUBLIC_URL: 'https://example.org/reporting',
  });
  app.context.startBackgroundJobs();
  const lines = (await app.context.metrics.registry.metrics()).split('\n');
  await app.close();
  expect(lines).toEqual(
    expect.arrayContaining([
      'reporting_responses_broken_off_total{reason="failure"} 0',
      'reporting_jobs_total{name="send-mails",outcome="failed"} 0',
      'reporting_jobs_total{name="snapshots",outcome="succeeded"} 0',
      'reporting_mails_total{kind="schedule",outcome="failed"} 0',
      'reporting_schedule_runs_total{outcome="failed"} 0',
    ]),
  );
});
