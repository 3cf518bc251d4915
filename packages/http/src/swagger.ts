import type { Express, RequestHandler } from 'express';
import swaggerUi from 'swagger-ui-express';
import { compressTables } from './compress';
import { absoluteUrl, redirectBelow } from './external-url';
import type { OpenApiDocument } from './operations';
import { swaggerPlugins } from './swagger-plugin';

/** The files that the page loads. The package also contains a page that can load documents from other hosts. */
const FILES = new Set([
  'swagger-ui.css',
  'swagger-ui-bundle.js',
  'swagger-ui-standalone-preset.js',
  'swagger-ui-init.js',
  'favicon-16x16.png',
  'favicon-32x32.png',
]);

/** Reduces each error response to one line with its codes; the schemas describe the errors. */
const CSS = `
  .swagger-ui .topbar { display: none }
  .swagger-ui .response:not([data-code^="2"]) .response-controls,
  .swagger-ui .response:not([data-code^="2"]) .headers-wrapper,
  .swagger-ui .response:not([data-code^="2"]) .model-example,
  .swagger-ui .response:not([data-code^="2"]) .examples-select { display: none }
  .swagger-ui .response:not([data-code^="2"]) td { padding: 2px 0 }
`;

/** Serves the page and the document, whose server is the requested URL. Relative links work behind any prefix. */
export function serveSwagger(app: Express, title: string, document: OpenApiDocument): void {
  app.get('/swagger/openapi.json', compressTables, sendDocument(document));
  const options = {
    customSiteTitle: title,
    customCss: CSS,
    swaggerOptions: {
      url: './openapi.json',
      // The badge would send the document's URL to validator.swagger.io.
      validatorUrl: null,
      plugins: swaggerPlugins,
      displayRequestDuration: true,
    },
  };
  const page = swaggerUi.setup(undefined, options);
  // `serve` would share the page's options between two services in one process.
  const files = swaggerUi.serveFiles(undefined, options);
  app.get('/swagger', redirectToSlash, page);
  app.get(
    '/swagger/:file',
    (request, _response, next) => {
      if (!FILES.has(request.path.slice('/swagger/'.length))) {
        next('route');
        return;
      }
      request.url = request.url.slice('/swagger'.length);
      next();
    },
    ...files,
  );
}

function sendDocument(document: OpenApiDocument): RequestHandler {
  const { servers: _, ...rest } = document;
  // Shared by all responses, each of which would otherwise retain a copy.
  const start = Buffer.from(JSON.stringify(rest).slice(0, -1));
  return (request, response) => {
    response.set('Cache-Control', 'no-cache');
    response.vary('X-Forwarded-Host, X-Forwarded-Port, X-Forwarded-Prefix, X-Forwarded-Proto');
    const servers = JSON.stringify([{ url: absoluteUrl(request, '') }]);
    const end = Buffer.from(`,"servers":${servers}}`);
    response.type('json').set('Content-Length', String(start.length + end.length));
    response.write(start);
    response.end(end);
  };
}

const redirectToSlash: RequestHandler = (request, response, next) => {
  if (request.path.endsWith('/')) next();
  else redirectBelow(request, response, '');
};
