import type * as z from 'zod/mini';
import type { Access } from './access.ts';

type Schema = z.core.$ZodType;

/** One API call as data. The server validates requests with it, the browser makes requests with it. */
export interface Endpoint {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Relative to the API base, with `{name}` for each field of `params`. */
  readonly path: `/${string}`;
  readonly summary: string;
  readonly access: Access;
  /** Also for somebody who has to choose a password first. */
  readonly allowsTemporaryPassword?: true;
  /** Also for somebody who has to set up a second factor first. */
  readonly allowsMissingFactor?: true;
  /**
   * Reads of which visitors of the open demo see nothing, because they show keys or other visitors. Every
   * call that is no GET is refused to them, unless it only concerns their own session.
   */
  readonly visitors?: 'refused' | 'accepted';
  readonly params?: Schema;
  readonly query?: Schema;
  readonly body?: Schema;
  /** JSON by default. CSV has no schema: the handler reads the file as it arrives. */
  readonly bodyType?: 'multipart/form-data' | 'text/csv';
  readonly bodyLimitBytes?: number;
  /** Requires the Idempotency-Key header: a repeated call returns the original response. */
  readonly isIdempotent?: true;
  /** Status of a success; 200 by default. */
  readonly status?: 202;
  readonly reply: Schema;
  /** The reply is a file instead of the envelope; a failure is still an envelope. */
  readonly replyType?: 'text/csv' | 'application/pdf' | 'application/octet-stream';
  /** Next to the data: totals of a list that is returned in pages. */
  readonly meta?: Schema;
  /** The message for an unknown, malformed or foreign id. */
  readonly notFound?: string;
  /** The record whose history shows a refused attempt; by default the group's record in `params.id`. */
  readonly about?: Subject;
}

/** A record with a history, and the part of the request that identifies it. */
export interface Subject {
  readonly type: 'companies' | 'users' | 'roles' | 'accounts';
  readonly from: `${'params' | 'query' | 'body'}.${string}`;
}

export function endpoint<const E extends Endpoint>(definition: E): E {
  return definition;
}

type Output<S> = S extends Schema ? z.core.output<S> : undefined;
type Input<S> = S extends Schema ? z.core.input<S> : undefined;
type Part<E, K extends string> = E extends Record<K, infer S> ? S : undefined;

export type ParamsOf<E extends Endpoint> = Output<Part<E, 'params'>>;
export type QueryOf<E extends Endpoint> = Output<Part<E, 'query'>>;
export type QueryInputOf<E extends Endpoint> = Input<Part<E, 'query'>>;
export type BodyOf<E extends Endpoint> = Output<Part<E, 'body'>>;
export type BodyInputOf<E extends Endpoint> = Input<Part<E, 'body'>>;
export type ReplyOf<E extends Endpoint> = Output<Part<E, 'reply'>>;
export type MetaOf<E extends Endpoint> = Output<Part<E, 'meta'>>;

/** `/Company/{id}` with `{ id: 'x' }` becomes `/Company/x`. */
export function fillPath(path: string, params: Readonly<Record<string, string>> = {}): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
}
