import type { OpenApiDocument } from '../src/operations';

/** The documented route of a call; undefined for a path or a method that is not documented. */
export type FindRoute = (method: string, path: string) => string | undefined;

/** Finds routes as the app does: static segments win over placeholders, HEAD is GET. */
export function routeFinder({ paths }: OpenApiDocument): FindRoute {
  const routes = Object.keys(paths)
    .sort()
    .map(route => [route, new RegExp(`^${route.replace(/\{\w+\}/g, '[^/]+')}/?$`)] as const);
  return (method, path) => {
    const name = method === 'HEAD' ? 'get' : method.toLowerCase();
    return routes.find(([route, pattern]) => pattern.test(path) && name in paths[route]!)?.[0];
  };
}
