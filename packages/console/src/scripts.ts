import type { AnyRoute, AnyRouter } from '@tanstack/react-router';
import { consoleUrl } from './api/client';

/** Loads the scripts of a page, which the router would load only after the session. On failure, the page does it. */
export function loadScripts(router: AnyRouter, target: string): void {
  const { pathname } = new URL(target, consoleUrl);
  const path = pathname.slice(consoleUrl.pathname.length - 1);
  const [routes] = router.getMatchedRoutes(path === '/' ? '/overview' : path);
  for (const route of routes) router.loadRouteChunk(route)?.catch(() => undefined);
}

/**
 * Loads the scripts of all pages and dialogs, so that they open while the service restarts. If one fails to load, the
 * router reloads the page, which loses what was typed.
 */
export function loadAllScripts(router: AnyRouter): void {
  const routes = Object.values<AnyRoute>(router.routesById);
  const chunks = routes.map(route => router.loadRouteChunk(route));
  Promise.all([...chunks, import('./ui/modal')]).catch(() => undefined);
}
