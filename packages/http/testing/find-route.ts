import type { OpenApiDocument } from '../src/operations';

/** Returns the documented route of a request, or undefined if its path or method is not documented. */
export type FindRoute = (method: string, path: string) => string | undefined;

/** Finds routes like the app: static segments take precedence over placeholders, and HEAD is treated as GET. */
export function routeFinder({ paths }: OpenApiDocument): FindRoute {
  const routes = Object.keys(paths)
    .sort()
    .map(route => [route, new RegExp(`^${route.replace(/\{\w+\}/g, '[^/]+')}/?$`)] as const);
  return (method, path) => {
    const name = method === 'HEAD' ? 'get' : method.toLowerCase();
    return routes.find(([route, pattern]) => pattern.test(path) && name in paths[route]!)?.[0];
  };
}
