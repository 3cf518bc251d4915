import { count, duration, httpUrl, oneOf, optionalText, setting } from '@platform/config';
import { z } from 'zod';
import { parseTrustProxy } from './client-address';
import { isPathPrefix } from './external-url';
import { LOG_LEVELS } from './log';

const basePath = z
  .string()
  .transform(path => path.replace(/\/+$/, ''))
  .refine(path => path === '' || isPathPrefix(path), 'a path such as /versioning');

const trustProxy = z
  .string()
  .refine(
    text => parseTrustProxy(text) !== null,
    'a hop count, addresses separated by commas, or off; who trusts everybody trusts forged headers',
  )
  .transform(text => parseTrustProxy(text)!);

const address = httpUrl('an absolute http(s) URL without credentials or a query');

const port = z
  .string()
  .refine(text => /^\d{1,5}$/.test(text) && Number(text) <= 65_535, 'a port number');

const environment = z.string().regex(/^[a-z]{2,12}$/, '2 to 12 lower-case letters');

export function serverSettings({ port: usualPort }: { port: number }) {
  return {
    HOST: setting(z.string(), '127.0.0.1', 'the address to listen on'),
    PORT: count(usualPort, 'the port to listen on', { min: 0, max: 65_535 }),
    METRICS_PORT: optionalText('a port for Prometheus’ /metrics; absent: none', port),
    BASE_PATH: setting(
      basePath,
      '',
      'the prefix that a proxy leaves in the path, such as /versioning',
    ),
    TRUST_PROXY: setting(
      trustProxy,
      'off',
      'proxies trusted for X-Forwarded-*: hops, or addresses',
    ),
    PUBLIC_URL: optionalText('where clients reach the service, with its prefix', address),
    ENVIRONMENT: setting(environment, 'local', 'the middle segment of secrets: live, test, …'),
    LOG_LEVEL: oneOf(LOG_LEVELS, 'info', LOG_LEVELS.join(', ')),
    REQUEST_TIMEOUT: duration('30s', 'the longest that a request may take to arrive'),
    SHUTDOWN_DELAY: duration(
      '0',
      'at SIGTERM: how long health says 503 before connections are refused',
    ),
    SHUTDOWN_GRACE: duration('10s', 'at SIGTERM: how long running requests may go on'),
    REDIS_URL: optionalText(
      'shares the rate limits between replicas; absent: each counts for itself',
      z.string().regex(/^rediss?:\/\/\S+$/, 'a Redis URL, redis://host:6379'),
    ),
    OTEL_EXPORTER_OTLP_ENDPOINT: optionalText(
      'the collector that traces go to, by OTLP over HTTP; OpenTelemetry’s other OTEL_ variables apply',
      address,
    ),
  };
}
