import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyInstance } from 'fastify';

/** Below this an answer fits into one packet anyway. */
const smallestBytes = 1400;

const encoders = {
  br: (text: string) =>
    promisify(brotliCompress)(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
  gzip: (text: string) => promisify(gzip)(text),
};

/**
 * Compresses text answers, such as the JSON of a list. Callers authenticate with a header that no
 * other site can make a browser send, so answer sizes leak no secret. Exported files are streams
 * and are not compressed.
 */
export function compressAnswers(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply, payload) => {
    if (typeof payload !== 'string' || payload.length < smallestBytes) return payload;
    reply.header('vary', 'accept-encoding');
    const encoding = chooseEncoding(request.headers['accept-encoding'] ?? '');
    if (!encoding) return payload;
    reply.header('content-encoding', encoding);
    return encoders[encoding](payload);
  });
}

function chooseEncoding(accepted: string): keyof typeof encoders | undefined {
  const offers = accepted.split(',').map((offer) => offer.trim().toLowerCase());
  const isAccepted = (name: string) =>
    offers.some(
      (offer) => offer === name || (offer.startsWith(`${name};`) && !/q=0(\.0*)?$/.test(offer)),
    );
  return (['br', 'gzip'] as const).find(isAccepted);
}
