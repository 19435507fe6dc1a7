import type {
  BodyInputOf,
  Endpoint,
  MetaOf,
  ParamsOf,
  QueryInputOf,
  ReplyOf,
} from '@sente/contract/endpoint';
import type { Mode } from '@sente/contract/test-mode';
import { exchange, parse, readText, type Sent } from './exchange.ts';
import { readEnvelope, type Answer, type Reader } from './read.ts';

/** A part that the endpoint does not have is absent; one without required members is optional. */
type Part<Name extends string, T> = [T] extends [undefined]
  ? { [N in Name]?: never }
  : Record<never, never> extends T
    ? { [N in Name]?: T }
    : { [N in Name]: T };

/** The endpoint's input, and a signal to abort the call. */
export type CallParts<E extends Endpoint> = Part<'params', ParamsOf<E>> &
  Part<'query', QueryInputOf<E>> &
  Part<'body', BodyInputOf<E>> & { signal?: AbortSignal };

type CallOptions<E extends Endpoint> = CallParts<E> & { read?: Reader; mode?: Mode };

type CallArguments<E extends Endpoint> =
  Record<never, never> extends CallOptions<E>
    ? [options?: CallOptions<E>]
    : [options: CallOptions<E>];

/**
 * Makes one call of the contract. The answer is not validated against the reply's schema: the
 * server has done that already.
 */
export async function call<const E extends Endpoint>(
  endpoint: E,
  ...[options]: CallArguments<E>
): Promise<Answer<ReplyOf<E>, MetaOf<E>>> {
  const sent = (options ?? {}) as Sent & { read?: Reader };
  const received = await exchange(endpoint, sent, readText);
  const read = sent.read ?? readEnvelope;
  return read(parse(received), received.status) as Answer<ReplyOf<E>, MetaOf<E>>;
}
