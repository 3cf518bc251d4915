import { ConfigurationError, readSettings } from '@platform/config';
import { serverSettings } from '../src/settings';

const read = (env: Record<string, string>) => readSettings(serverSettings({ port: 3001 }), env);

test('every setting has a default', () => {
  expect(read({})).toEqual({
    host: '127.0.0.1',
    port: 3001,
    metricsPort: null,
    basePath: '',
    trustProxy: false,
    publicUrl: null,
    environment: 'local',
    logLevel: 'info',
    requestTimeout: 30_000,
    shutdownDelay: 0,
    shutdownGrace: 10_000,
    redisUrl: null,
    otelExporterOtlpEndpoint: null,
  });
});

test.each([
  ['1', 1],
  ['off', false],
  ['loopback, uniquelocal', ['loopback', 'uniquelocal']],
  ['10.0.0.0/8,2001:db8::/32', ['10.0.0.0/8', '2001:db8::/32']],
])('TRUST_PROXY=%s is read as %j', (text, trust) => {
  expect(read({ TRUST_PROXY: text }).trustProxy).toEqual(trust);
});

test.each([
  'true',
  'yes',
  '*',
  '0',
  '0.0.0.0/0',
  '::/0',
  '::ffff:0:0/96',
  '::/64',
  '10.0.0.0/33',
  '10.0.0.0/8/8',
  'proxy.local',
  '10.0.0',
])('TRUST_PROXY=%s is rejected', text => {
  expect(() => read({ TRUST_PROXY: text })).toThrow(ConfigurationError);
});

test.each([
  ['/versioning', '/versioning'],
  ['/versioning/', '/versioning'],
  ['/a/b-c_d.e~f', '/a/b-c_d.e~f'],
  ['/', ''],
])('BASE_PATH=%s is read as "%s"', (text, path) => {
  expect(read({ BASE_PATH: text }).basePath).toBe(path);
});

test.each([
  ['BASE_PATH', 'versioning'],
  ['BASE_PATH', '/a//b'],
  ['BASE_PATH', '/a/../b'],
  ['BASE_PATH', '/a b'],
  ['PUBLIC_URL', 'api.example'],
  ['PUBLIC_URL', 'ftp://api.example'],
  ['PUBLIC_URL', 'https://api.example/?a'],
  ['PUBLIC_URL', 'https://user:password@api.example'],
  ['PORT', '70000'],
  ['METRICS_PORT', '70000'],
  ['ENVIRONMENT', 'Production'],
  ['LOG_LEVEL', 'loud'],
  ['REDIS_URL', 'http://redis'],
  ['REDIS_URL', 'redis://redis:port'],
  ['REDIS_URL', 'redis://user:100%@redis:6379'],
  ['REQUEST_TIMEOUT', 'soon'],
])('%s=%s is rejected', (name, text) => {
  expect(() => read({ [name]: text })).toThrow(new RegExp(`${name} must be`));
});
