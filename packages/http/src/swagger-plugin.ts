interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: {
    readonly schemas?: Readonly<Record<string, { example?: unknown }>>;
    securitySchemes?: Readonly<Record<string, { readonly in?: string; readonly type?: string }>>;
  };
}

interface Operation {
  readonly parameters?: readonly { example?: unknown }[];
  readonly requestBody?: {
    readonly content: Readonly<Record<string, { readonly schema: { readonly $ref?: string } }>>;
  };
}

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

/** Each is sent to the page as text, so it must not use outer names. */
export const swaggerPlugins = [keepCredentials, omitSession, omitIds];

/** Keeps credentials per tab, service and path: Swagger UI's localStorage is shared by all pages of the origin. */
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

type Update = (shown: Document) => unknown;

/** Omits the session cookie from Authorize. The bearer secret comes last: its field has the focus. */
function omitSession() {
  const updateJsonSpec = (update: Update) => (shown: Document) => {
    const { components } = shown;
    const schemes = Object.entries(components.securitySchemes ?? {})
      .filter(([, scheme]) => scheme.in !== 'cookie')
      .sort(([, one], [, other]) => Number(one.type === 'http') - Number(other.type === 'http'));
    components.securitySchemes = Object.fromEntries(schemes);
    return update(shown);
  };
  return { statePlugins: { spec: { wrapActions: { updateJsonSpec } } } };
}

/** Removes example ids: they exist only in the demonstration. */
function omitIds() {
  const id = /[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/g;
  const updateJsonSpec = (update: Update) => (shown: Document) => {
    const { schemas = {} } = shown.components;
    const operations = Object.values(shown.paths).flatMap(Object.values<Operation>);
    for (const { parameters = [], requestBody } of operations) {
      for (const parameter of parameters) {
        if (String(parameter.example).search(id) === 0) delete parameter.example;
      }
      for (const { schema } of Object.values(requestBody?.content ?? {})) {
        const type = schemas[schema.$ref?.split('/').at(-1) ?? ''];
        if (type?.example === undefined) continue;
        type.example = JSON.parse(JSON.stringify(type.example).replace(id, 'an id'));
      }
    }
    return update(shown);
  };
  return { statePlugins: { spec: { wrapActions: { updateJsonSpec } } } };
}
