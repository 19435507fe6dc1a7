import type { Endpoint, MetaOf, ReplyOf } from '@sente/contract/endpoint';
import type { CallParts } from './call.ts';
import { exchange, parse, readText, type Send, type Sent } from './exchange.ts';
import { readEnvelope, type Answer } from './read.ts';

/** The fraction of the request that was sent; at 1 the server is processing it. */
type OnProgress = (sentFraction: number) => void;

type UploadOptions<E extends Endpoint> = (E extends { readonly bodyType: 'text/csv' }
  ? Omit<CallParts<E>, 'body'> & { body: Blob }
  : CallParts<E>) & { onProgress: OnProgress };

/** Like `call`, for a large body. Can be aborted by its signal. */
export async function callUpload<const E extends Endpoint>(
  endpoint: E,
  options: UploadOptions<E>,
): Promise<Answer<ReplyOf<E>, MetaOf<E>>> {
  const { onProgress, ...sent } = options as Sent & { onProgress: OnProgress };
  const received = await exchange(endpoint, sent, readText, sendWith(onProgress));
  return readEnvelope(parse(received), received.status) as Answer<ReplyOf<E>, MetaOf<E>>;
}

/** Uses XMLHttpRequest, because `fetch` reports no upload progress. */
function sendWith(onProgress: OnProgress): Send {
  return (address, { method = 'GET', headers, body, signal }) =>
    new Promise((resolve, reject) => {
      const request = new XMLHttpRequest();
      request.open(method, address);
      new Headers(headers).forEach((value, name) => request.setRequestHeader(name, value));
      request.upload.onprogress = ({ loaded, total, lengthComputable }) => {
        if (lengthComputable && total > 0) onProgress(loaded / total);
      };
      request.upload.onload = () => onProgress(1);
      request.onload = () => resolve(responseOf(request));
      request.onerror = () => reject(new TypeError('The connection was lost'));
      request.ontimeout = request.onerror;
      request.onabort = () => reject(new DOMException('Stopped', 'AbortError'));
      const stop = (): void => request.abort();
      signal?.addEventListener('abort', stop, { once: true });
      request.onloadend = () => signal?.removeEventListener('abort', stop);
      if (signal?.aborted) reject(new DOMException('Stopped', 'AbortError'));
      else request.send(body as XMLHttpRequestBodyInit | null);
    });
}

function responseOf(request: XMLHttpRequest): Response {
  const type = request.getResponseHeader('content-type');
  return new Response(request.status === 204 ? null : request.responseText, {
    status: request.status,
    headers: type === null ? {} : { 'content-type': type },
  });
}
