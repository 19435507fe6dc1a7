import type * as z from 'zod/mini';
import type { Access } from './access.ts';

type Schema = z.core.$ZodType;

/** One call of the API as data: the server validates by it, the browser calls by it. */
export interface Endpoint {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Under the API base, with `{name}` for each part that `params` describes. */
  readonly path: `/${string}`;
  readonly summary: string;
  readonly access: Access;
  readonly params?: Schema;
  readonly query?: Schema;
  readonly body?: Schema;
  /** JSON unless stated. */
  readonly bodyType?: 'multipart/form-data';
  readonly bodyLimitBytes?: number;
  /** The Idempotency-Key header is required: the same call again answers what came of the first. */
  readonly isIdempotent?: true;
  /** Of a success; 200 unless stated. */
  readonly status?: 202;
  readonly reply: Schema;
  /** A file instead of the envelope; a failure is an envelope all the same. */
  readonly replyType?: 'text/csv';
  /** Beside the data: totals of a list that is answered in part. */
  readonly meta?: Schema;
  /** What an unknown, malformed or foreign id answers. */
  readonly notFound?: string;
  /** Whose history a refused attempt belongs to; left out: the group's record in `params.id`. */
  readonly about?: Subject;
}

/** A record with a history, and the part of a request that names it. */
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
