import { operationOf, type Problem, type RenderedProblem } from '@platform/http';
import type { Request } from 'express';
import { escapeHtml, htmlPage, PAGE_STYLE } from '../../http/html-page';
import { problems } from '../../http/problems';
import { contextOf } from '../../main/context';
import { readState } from './single-sign-on';

const LOGIN = '/auth/sso/login';
const CALLBACK = '/auth/sso/callback';

/** Returns the page for a browser whose sign-on failed; null for programs and for other operations. */
export function signOnRefusalPage(request: Request, problem: Problem): RenderedProblem | null {
  const route = operationOf(request)?.route;
  const isSignOn = route === LOGIN || route === CALLBACK;
  if (!isSignOn || request.accepts(['json', 'html']) !== 'html') return null;
  const { status, title } = problems[problem.code as keyof typeof problems];
  const again =
    status >= 429 ? sameAgain(request) : route === CALLBACK && signInAgain(request, status);
  const link = again === false ? '' : `\n<p><a href="${escapeHtml(again)}">Try again</a></p>`;
  const content = `<h1>${escapeHtml(title)}</h1>\n<p>${escapeHtml(problem.detail)}</p>${link}`;
  const body = htmlPage({ language: 'en', title: escapeHtml(title), style: PAGE_STYLE, content });
  return { status, contentType: 'text/html; charset=utf-8', body };
}

/** The links are relative, since a proxy may strip a prefix. */
function sameAgain({ path, url }: Request): string {
  return path.slice(path.lastIndexOf('/') + 1) + url.slice(path.length);
}

/** Returns to the same page, without the organization if that was refused. */
function signInAgain(request: Request, status: number): string {
  const state = readState(contextOf(request), request);
  if (!state) return 'login';
  const { returnTo, company } = state;
  const query = new URLSearchParams({ returnTo });
  if (company !== null && status === 401) query.set('company', company);
  return `login?${query.toString()}`;
}
