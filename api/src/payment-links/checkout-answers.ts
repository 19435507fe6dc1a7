import { randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { toUgx } from '../db/amounts.ts';
import type { Database } from '../db/database.ts';
import { AppError } from '../http/app-error.ts';
import { replyWithError } from '../http/error-reply.ts';
import { sendPage } from '../http/small-page.ts';
import { obstaclePage, page, top } from './checkout-frame.ts';
import type { Visit } from './checkouts.service.ts';
import { codeShape } from './codes.ts';
import type { Html } from './html.ts';

const cookieName = 'sente_checkout';
/** A browser finds what it began again for a day. */
const cookieSeconds = 86_400;

interface Shown {
  readonly visit: Visit;
  readonly body: Html;
  /** What is paid, if the link alone does not say it. */
  readonly amount?: number;
  readonly refreshes?: boolean;
}

export function show(
  { urlOf, database }: { readonly urlOf: (path: string) => string; readonly database: Database },
  reply: FastifyReply,
  { visit, body, amount, refreshes = false }: Shown,
): FastifyReply {
  const { link } = visit;
  const fixed = link.amount === null ? null : toUgx(link.amount);
  const { mode } = database.unscoped;
  const title = `${mode === 'test' ? 'Test: ' : ''}Pay ${link.company_name}`;
  const parts = { title, body, refreshes, mode };
  return answer(reply, { ...parts, top: top(link, logoOf(link.logo, urlOf), amount ?? fixed) });
}

function answer(reply: FastifyReply, parts: Omit<Parameters<typeof page>[0], 'nonce'>) {
  const nonce = randomBytes(16).toString('base64');
  const policy = [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    `style-src 'nonce-${nonce}'`,
    "img-src 'self'",
    "connect-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
  reply.header('x-robots-tag', 'noindex, nofollow');
  return sendPage(reply, { policy, content: page({ ...parts, nonce }) });
}

const general = {
  not_found: {
    title: 'This payment link does not exist',
    text: 'Check the address, or ask whoever gave it to you for a new one.',
  },
  too_many_requests: {
    title: 'Too many requests',
    text: 'Wait a minute, then load the page again.',
  },
  refused: { title: 'This cannot be done', text: 'Open the payment link again.' },
} as const;

/** Also for a stranger's mistakes: nothing of the server is told. */
export function replyWithPage(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  if (request.url.split('?', 1)[0]?.endsWith('/status'))
    return replyWithError(error, request, reply);
  const failure = error instanceof AppError ? error : null;
  const status = failure?.status ?? (error as { statusCode?: number }).statusCode ?? 500;
  if (status >= 500) request.log.error({ err: error }, 'request failed');
  if (failure?.retryAfterSeconds) reply.header('retry-after', failure.retryAfterSeconds);
  const known: Partial<Record<string, { readonly title: string; readonly text: string }>> = general;
  const words = known[failure?.code ?? ''] ?? {
    title: 'This does not work at the moment',
    text: 'Nothing was charged by opening this page. Load it again in a moment.',
  };
  return answer(reply.status(status), {
    title: words.title,
    body: obstaclePage(words, failure?.code === 'not_found' ? 'bad' : 'pause'),
  });
}

/** A picture that this server has; one elsewhere would tell others who pays. */
function logoOf(logo: string | null, urlOf: (path: string) => string): string | null {
  const path = logo?.startsWith(urlOf('/')) ? logo.slice(urlOf('').length) : logo;
  return path?.startsWith('/') && !path.startsWith('//') ? path : null;
}

/** Of the QR code with an amount; the payer may change it. */
export function digitsOf(value: unknown): string {
  return typeof value === 'string' && /^[1-9]\d{0,8}$/.test(value) ? value : '';
}

export function cookieIn({ headers }: FastifyRequest, name: string): string {
  return new RegExp(`(?:^|; *)${name}=([^;]*)`).exec(headers.cookie ?? '')?.[1] ?? '';
}

export function secretIn(request: FastifyRequest): string | null {
  const found = cookieIn(request, cookieName);
  return codeShape.test(found) ? found : null;
}

export function keepSecret(
  request: FastifyRequest,
  reply: FastifyReply,
  code: string,
  secret: string,
): void {
  setCookie(request, reply, { name: cookieName, value: secret, code, seconds: cookieSeconds });
}

interface LinkCookie {
  readonly name: string;
  readonly value: string;
  /** Of the link. */
  readonly code: string;
  readonly seconds: number;
}

/** For this link only, so that a browser never sends the secret of one to the page of another. */
export function setCookie(
  request: FastifyRequest,
  reply: FastifyReply,
  { name, value, code, seconds }: LinkCookie,
): void {
  const secure = request.protocol === 'https' ? '; Secure' : '';
  reply.header(
    'set-cookie',
    `${name}=${value}; Path=/pay/${code}; Max-Age=${seconds}; HttpOnly; SameSite=Lax${secure}`,
  );
}
