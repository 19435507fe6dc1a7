import type { Socket } from 'node:net';
import type { ConnectionError, FastifyInstance } from 'fastify';
import { AppError } from './app-error.ts';

/** The same for every response. Pages replace the policy with their own. */
const headers = {
  'content-security-policy': "default-src 'none';frame-ancestors 'none';base-uri 'none'",
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'origin-agent-cluster': '?1',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=()',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
};

export function addSecurityHeaders(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(headers).header('x-request-id', request.id);
    // Only meaningful, and only wanted, over TLS.
    if (request.protocol === 'https') {
      reply.header('strict-transport-security', 'max-age=31536000; includeSubDomains');
    }
    done();
  });
}

/** What is no HTTP at all never becomes a request: the answer is written as it is, and the connection ends. */
export function refuseMalformed(error: ConnectionError, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  const [status, code] =
    error.code === 'HPE_HEADER_OVERFLOW'
      ? (['431 Request Header Fields Too Large', 'too_large'] as const)
      : error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
        ? (['408 Request Timeout', 'validation_failed'] as const)
        : (['400 Bad Request', 'validation_failed'] as const);
  const message = 'The request could not be read';
  const failure = { success: false, message, error: message, errors: [message], data: null, code };
  const body = JSON.stringify({ ...failure, fields: {} });
  const lines = Object.entries({
    ...headers,
    'cache-control': 'no-store',
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    connection: 'close',
  }).map(([name, value]) => `${name}: ${value}`);
  socket.end([`HTTP/1.1 ${status}`, ...lines, '', body].join('\r\n'));
}

const forOperators = /^\/(?:healthz|readyz|metrics)$/;

/**
 * Behind proxies of a site that has https: what reaches them without TLS is not served. A page sends its reader to
 * https; a call is refused, because its secret was in clear already, and a program that is redirected never notices.
 */
export function requireTls(
  app: FastifyInstance,
  {
    proxies,
    publicUrl,
  }: { readonly proxies: readonly string[]; readonly publicUrl?: string | null },
): void {
  if (proxies.length === 0 || !publicUrl?.startsWith('https:')) return;
  app.addHook('onRequest', async (request, reply) => {
    if (request.protocol === 'https' || forOperators.test(request.url)) return;
    const isPage = request.method === 'GET' && !/^\/(?:api|callbacks|test)\//.test(request.url);
    if (!isPage) throw new AppError('forbidden', { message: 'This is answered over https only' });
    return reply.redirect(`${new URL(publicUrl).origin}/${request.url.replace(/^\/+/, '')}`, 308);
  });
}

/** For pages: scripts from our own files and those of the page itself by their hash, styles by nonce, images from anywhere. */
export function pagePolicy(nonce: string, apiBase: string, scripts: readonly string[]): string {
  const apiOrigin = /^https?:\/\//.test(apiBase) ? ` ${new URL(apiBase).origin}` : '';
  return [
    "default-src 'none'",
    ["script-src 'self'", ...scripts].join(' '),
    `style-src 'self' 'nonce-${nonce}'`,
    "font-src 'self'",
    // No picture of other hosts: it would tell them who looks at what.
    "img-src 'self' data:",
    `connect-src 'self'${apiOrigin}`,
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/** For the public pages: only our own files, and no forms. */
export const sitePolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "font-src 'self'",
  "img-src 'self' data:",
  // The pages make no requests; auditing tools read robots.txt from within the page.
  "connect-src 'self'",
  "manifest-src 'self'",
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');
