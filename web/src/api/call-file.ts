import type { Endpoint } from '@sente/contract/endpoint';
import type { CallParts } from './call.ts';
import { exchange, parse, readText, type Sent } from './exchange.ts';
import { invalidFormat, readEnvelope } from './read.ts';

export interface ReceivedFile {
  content: Blob;
  /** The server's file name; null when there is none, or CORS hides the header. */
  fileName: string | null;
}

type FileOptions<E extends Endpoint> = CallParts<E> & {
  /** Called with the bytes received so far. The total is unknown. */
  onProgress?: (bytes: number) => void;
};

/** Like `call`, for an endpoint that returns a file; a failure is still an envelope. */
export async function callFile<const E extends Endpoint & { replyType: string }>(
  endpoint: E,
  options: FileOptions<E>,
): Promise<ReceivedFile> {
  const sent = options as Sent & { onProgress?: (bytes: number) => void };
  return exchange(endpoint, sent, async (response) => {
    const type = response.headers.get('content-type') ?? '';
    if (!type.startsWith(endpoint.replyType)) {
      const received = await readText(response);
      // "success: false" with status 200 contains the reason; anything else is not the file.
      readEnvelope(parse(received), received.status);
      throw invalidFormat(received.status);
    }
    return {
      content: await readAll(response, sent.onProgress),
      fileName: fileNameIn(response.headers.get('content-disposition')),
    };
  });
}

async function readAll(response: Response, onProgress?: (bytes: number) => void): Promise<Blob> {
  const pieces: BlobPart[] = [];
  const reader = response.body?.getReader();
  let bytes = 0;
  for (;;) {
    const next = await reader?.read();
    if (!next || next.done) break;
    pieces.push(next.value);
    bytes += next.value.byteLength;
    onProgress?.(bytes);
  }
  return new Blob(pieces, { type: response.headers.get('content-type') ?? '' });
}

function fileNameIn(disposition: string | null): string | null {
  return /\bfilename="?([\w.-]+)"?/i.exec(disposition ?? '')?.[1] ?? null;
}
