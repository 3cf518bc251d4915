import { type RequestHandler, Router } from 'express';
import swaggerUi from 'swagger-ui-express';
import { absoluteUrl } from './external-url';
import { type OpenApiDocument, refuseMethod } from './operations';

export interface SwaggerOptions {
  readonly title: string;
  readonly document: OpenApiDocument;
  readonly publicUrl: string | null;
}

/** All that the page loads. The package holds more, such as a page that shows another host's document. */
const ASSETS = [
  '/swagger-ui.css',
  '/swagger-ui-bundle.js',
  '/swagger-ui-standalone-preset.js',
  '/swagger-ui-init.js',
  '/favicon-16x16.png',
  '/favicon-32x32.png',
];

/** An error takes a line, its codes: what every error looks like is among the schemas. */
const CSS = `
  .swagger-ui .topbar { display: none }
  .swagger-ui .response:not([data-code^="2"]) .response-controls,
  .swagger-ui .response:not([data-code^="2"]) .headers-wrapper,
  .swagger-ui .response:not([data-code^="2"]) .model-example,
  .swagger-ui .response:not([data-code^="2"]) .examples-select { display: none }
  .swagger-ui .response:not([data-code^="2"]) td { padding: 2px 0 }
`;

/**
 * A plugin of Swagger UI, sent to it as text: omits the session cookie from Authorize and puts the bearer
 * secret last, whose field then has the focus.
 */
function withoutSession() {
  interface Document {
    components?: { securitySchemes?: Record<string, { in?: string; type?: string }> };
  }
  return {
    statePlugins: {
      spec: {
        wrapActions: {
          updateJsonSpec: (update: (document: Document) => unknown) => (document: Document) => {
            const schemes = Object.entries(document.components?.securitySchemes ?? {});
            const shown = schemes
              .filter(([, scheme]) => scheme.in !== 'cookie')
              .sort(
                ([, one], [, other]) => Number(one.type === 'http') - Number(other.type === 'http'),
              );
            return update({
              ...document,
              components: { ...document.components, securitySchemes: Object.fromEntries(shown) },
            });
          },
        },
      },
    },
  };
}

const CONDITIONS = ['if-match', 'if-range', 'if-unmodified-since', 'range'];

/**
 * Swagger UI at `/swagger`, and the document with the URL that it was asked at as its server. Every link is
 * relative, so it works behind any prefix.
 */
export function swagger({ title, document, publicUrl }: SwaggerOptions): Router {
  const router = Router();

  router.get('/swagger/openapi.json', (request, response) => {
    response.set('Cache-Control', 'no-cache');
    response.vary('X-Forwarded-Host, X-Forwarded-Port, X-Forwarded-Prefix, X-Forwarded-Proto');
    response.json({ ...document, servers: [{ url: absoluteUrl(request, '', publicUrl) }] });
  });

  const options = {
    customSiteTitle: title,
    customCss: CSS,
    swaggerOptions: {
      url: './openapi.json',
      // The badge would send the document's URL to validator.swagger.io.
      validatorUrl: null,
      persistAuthorization: true,
      plugins: [withoutSession],
      displayRequestDuration: true,
    },
  };
  const page = swaggerUi.setup(undefined, options);
  // `serve` would share the page's options between two services in one process.
  const files = swaggerUi.serveFiles(undefined, options);
  router.get('/swagger', redirectToSlash, page);
  router.get(
    ASSETS.map(asset => `/swagger${asset}`),
    (request, _response, next) => {
      // Conditions that the files do not meet would be errors of express.static.
      for (const header of CONDITIONS) request.headers[header] = undefined;
      request.url = request.url.slice('/swagger'.length);
      next();
    },
    ...files,
  );
  router.all(['/swagger', '/swagger/openapi.json'], refuseMethod(['GET']));
  return router;
}

/** Relatively: a proxy may have stripped a prefix that an absolute redirect would lose. */
const redirectToSlash: RequestHandler = (request, response, next) => {
  const [path, query] = request.originalUrl.split('?');
  if (path?.endsWith('/')) next();
  // Without a body, whose type would depend on Accept.
  else
    response
      .status(302)
      .location(`swagger/${query === undefined ? '' : `?${query}`}`)
      .end();
};
