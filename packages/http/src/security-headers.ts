import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { RequestHandler } from 'express';
import helmet from 'helmet';

/**
 * The usual headers. Swagger UI writes styles into its page and shows images from `data:`; scripts come
 * from this service alone. HSTS is left to whoever terminates TLS.
 *
 * They are the same for every answer, so helmet is asked once: its dozen handlers cost a request more
 * than its authentication does.
 */
export function securityHeaders(): RequestHandler {
  const headers = askHelmet();
  return (_request, response, next) => {
    for (const [name, value] of headers) response.setHeader(name, value);
    next();
  };
}

function askHelmet(): [name: string, value: string][] {
  const secure = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        'default-src': ["'none'"],
        'script-src': ["'self'"],
        'style-src': ["'self'", "'unsafe-inline'"],
        'img-src': ["'self'", 'data:'],
        'font-src': ["'self'"],
        'connect-src': ["'self'"],
        'base-uri': ["'none'"],
        'form-action': ["'none'"],
        'frame-ancestors': ["'none'"],
      },
    },
    strictTransportSecurity: false,
  });
  const request = new IncomingMessage(new Socket());
  const response = new ServerResponse(request);
  secure(request, response, () => undefined);
  return response.getHeaderNames().map(name => [name, String(response.getHeader(name))]);
}
