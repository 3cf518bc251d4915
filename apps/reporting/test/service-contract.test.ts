import path from 'node:path';
import { testServiceContract } from '@platform/service/testing';
import document from '../openapi.json';
import { bearer, castOf } from './cast';
import { startTestApp } from './start-test-app';

testServiceContract({
  document,
  errorType: 'application/problem+json',
  cli: path.join(__dirname, '..', 'dist', 'cli.js'),
  port: 3002,
  health: '/diagnostic/health',
  readable: '/me/client-secret',
  writable: { path: '/reporting/compliance-trends', body: { measurements: [1] } },
  unknownCredential: bearer(`vsk_test_${'A'.repeat(43)}`),
  async start(env) {
    const app = await startTestApp(env);
    const { secret } = await castOf(app).ada();
    return {
      url: app.url,
      databaseUrl: app.databaseUrl,
      credential: bearer(secret),
      startDraining: () => app.context.startDraining(),
      close: () => app.close(),
    };
  },
});
