import { type RequestHandler, Router } from 'express';
import swaggerUi from 'swagger-ui-express';
import type { OpenApiDocument } from './operation-tree';
import { absoluteUrl } from './public-url';

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

const CONDITIONS = ['if-match', 'if-range', 'if-unmodified-since', 'range'];

/**
 * The interactive documentation at `/swagger`, and the document at `/swagger/openapi.json` with the URL
 * that it was asked at as its server. Every asset is the service's own, every link relative, so it works
 * behind any prefix. Credentials that are typed into it are forgotten with the page.
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
    swaggerOptions: {
      url: './openapi.json',
      // The badge would send the document's URL to validator.swagger.io.
      validatorUrl: null,
      persistAuthorization: false,
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
      for (const header of CONDITIONS) delete request.headers[header];
      request.url = request.url.slice('/swagger'.length);
      next();
    },
    ...files,
  );
  return router;
}

/** Relatively: a proxy may have stripped a prefix that an absolute redirect would lose. */
const redirectToSlash: RequestHandler = (request, response, next) => {
  const [path, query] = request.originalUrl.split('?');
  if (path?.endsWith('/')) next();
  else response.redirect(`swagger/${query === undefined ? '' : `?${query}`}`);
};
