import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';

/** Headers for every answer. Pages add their own, wider content security policy. */
export async function addSecurityHeaders(app: FastifyInstance): Promise<void> {
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"], baseUri: ["'none'"] },
    },
    referrerPolicy: { policy: 'no-referrer' },
    frameguard: { action: 'deny' },
    // Logos come from anywhere and are shown without cross-origin headers of their own.
    crossOriginEmbedderPolicy: false,
    // Only meaningful, and only wanted, over TLS.
    hsts: false,
  });
  app.addHook('onSend', async (request, reply) => {
    reply.header('x-request-id', request.id);
    reply.header('permissions-policy', 'camera=(), geolocation=(), microphone=(), payment=()');
    if (request.protocol === 'https') {
      reply.header('strict-transport-security', 'max-age=31536000; includeSubDomains');
    }
  });
}

/** For pages: scripts from our own files only, styles by nonce, images from anywhere. */
export function pagePolicy(nonce: string, apiBase: string): string {
  const apiOrigin = /^https?:\/\//.test(apiBase) ? ` ${new URL(apiBase).origin}` : '';
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "font-src 'self'",
    "img-src 'self' https: http: data:",
    `connect-src 'self'${apiOrigin}`,
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}
