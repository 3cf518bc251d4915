import path from 'node:path';
import { testServiceContract } from '@platform/service/testing';
import document from '../openapi.json';
import { startTestApp } from './start-test-app';

testServiceContract({
  document,
  errorType: 'application/json',
  cli: path.join(__dirname, '..', 'dist', 'cli.js'),
  port: 3001,
  health: '/api/health',
  readable: '/api/packages',
  writable: { path: '/api/packages', body: { Slug: 'app' } },
  unknownCredential: [['Authorization', `Bearer vrk_test_${'A'.repeat(43)}`]],
  async start(env) {
    const app = await startTestApp(env);
    return {
      url: app.url,
      databaseUrl: app.databaseUrl,
      credential: [['Authorization', `Bearer ${app.key}`]],
      startDraining: () => app.context.startDraining(),
      close: () => app.close(),
    };
  },
});
