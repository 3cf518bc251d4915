import type { DocumentedOperation, OpenApiDocument } from './operations';

interface System {
  readonly authActions: { restoreAuthorization(kept: { authorized: unknown }): void };
  readonly authSelectors: { authorized(): unknown };
}

declare const document: { readonly title: string };
declare const location: { readonly pathname: string };
declare const sessionStorage: {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
};

/** Sent to the page as source text, so they must not use names from this module. */
export const swaggerPlugins = [keepCredentials, adaptDocument];

/** Keeps credentials per tab, service and path; Swagger UI's localStorage is shared by the whole origin. */
function keepCredentials() {
  const storageKey = `credentials of ${document.title} at ${location.pathname}`;
  return {
    statePlugins: {
      auth: {
        wrapActions: {
          persistAuthorizationIfNeeded: (_original: unknown, system: System) => () => {
            sessionStorage.setItem(storageKey, JSON.stringify(system.authSelectors.authorized()));
          },
        },
      },
      configs: {
        wrapActions: {
          loaded: (loaded: (configs: unknown) => void, system: System) => (configs: unknown) => {
            loaded(configs);
            const authorized = JSON.parse(sessionStorage.getItem(storageKey) ?? '{}') as unknown;
            system.authActions.restoreAuthorization({ authorized });
          },
        },
      },
    },
  };
}

/**
 * Omits the session cookie from Authorize, where the bearer secret comes last, because its field gets the focus. Removes
 * example IDs, which exist only in the demo data, and the defaults of headers, which would be sent: `If-Match: *` creates
 * nothing.
 */
export function adaptDocument() {
  const id = /[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/g;
  const adapt = ({ components, paths }: OpenApiDocument) => {
    const { schemas = {}, securitySchemes = {} } = components!;
    const schemes = Object.entries(securitySchemes)
      .filter(([, scheme]) => scheme.in !== 'cookie')
      .sort(([, one], [, other]) => Number(one.type === 'http') - Number(other.type === 'http'));
    components!.securitySchemes = Object.fromEntries(schemes);
    const operations = Object.values(paths).flatMap(Object.values<DocumentedOperation>);
    for (const { parameters = [], requestBody } of operations) {
      for (const parameter of parameters) {
        if (String(parameter.example).search(id) === 0) delete parameter.example;
        if (parameter.in === 'header') delete parameter.schema?.default;
      }
      for (const { schema } of Object.values(requestBody?.content ?? {})) {
        const type = schemas[schema?.$ref?.split('/').at(-1) ?? ''];
        if (type?.example === undefined) continue;
        type.example = JSON.parse(JSON.stringify(type.example).replace(id, 'an id'));
      }
    }
  };
  const updateJsonSpec =
    (update: (shown: OpenApiDocument) => unknown) => (shown: OpenApiDocument) => {
      adapt(shown);
      return update(shown);
    };
  return { statePlugins: { spec: { wrapActions: { updateJsonSpec } } } };
}
