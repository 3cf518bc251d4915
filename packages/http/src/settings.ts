import { count, duration, httpUrl, oneOf, optionalText, setting, text } from '@platform/config';
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
    'a hop count, comma-separated addresses, or off; trusting all peers would accept forged headers',
  )
  .transform(text => parseTrustProxy(text)!);

const address = httpUrl('an absolute http(s) URL without credentials or a query');

/** The client would fail on malformed percent-encoding without naming the setting. */
const redisUrl = z
  .string()
  .refine(
    text => /^rediss?:\/\/([^\s%]|%[0-9a-f]{2})+$/i.test(text) && URL.canParse(text),
    'a Redis URL, redis://host:6379',
  );

const port = z
  .string()
  .refine(text => /^\d{1,5}$/.test(text) && Number(text) <= 65_535, 'a port number');

const environment = z.string().regex(/^[a-z]{2,12}$/, '2 to 12 lower-case letters');

export function serverSettings({ port: defaultPort }: { port: number }) {
  return {
    HOST: text('127.0.0.1', 'address to listen on'),
    PORT: count(defaultPort, 'port to listen on', { min: 0, max: 65_535 }),
    METRICS_PORT: optionalText('port for Prometheus’ /metrics; if unset, not served', port),
    BASE_PATH: setting(basePath, '', 'prefix that a proxy keeps in the path, such as /versioning'),
    TRUST_PROXY: setting(
      trustProxy,
      'off',
      'proxies trusted to send X-Forwarded-*: a hop count or addresses',
    ),
    PUBLIC_URL: optionalText('URL of the service for clients, including its prefix', address),
    ENVIRONMENT: setting(environment, 'local', 'middle segment of secrets: live, test, …'),
    LOG_LEVEL: oneOf(LOG_LEVELS, 'info', LOG_LEVELS.join(', ')),
    REQUEST_TIMEOUT: duration('30s', 'max time for a request to arrive'),
    SHUTDOWN_DELAY: duration(
      '0',
      'after SIGTERM, how long health checks return 503 before connections are refused',
    ),
    SHUTDOWN_GRACE: duration('10s', 'after SIGTERM, how long running requests may take to finish'),
    REDIS_URL: optionalText(
      'Redis that shares rate limits across replicas; if unset, each replica counts separately',
      redisUrl,
    ),
    OTEL_EXPORTER_OTLP_ENDPOINT: optionalText(
      'collector for traces (OTLP over HTTP); OpenTelemetry’s other OTEL_ variables also apply',
      address,
    ),
  };
}
