import type { Readable } from 'node:stream';
import type {
  Endpoint,
  BodyOf,
  MetaOf,
  ParamsOf,
  QueryOf,
  ReplyOf,
} from '@sente/contract/endpoint';
import type { Success } from '@sente/contract/envelope';
import type { KeyScope } from '@sente/contract/key-scopes';
import type {
  FastifyContextConfig,
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  RouteOptions,
} from 'fastify';
import * as z from 'zod';
import { requireRecord } from './access.ts';
import type { Actor, ApiCaller, Origin, TillCaller, TillShiftOf } from './actor.ts';
import { AppError } from './app-error.ts';
import { cookieText, type Cookie } from './cookies.ts';
import { startFile, type FileResult } from './file-reply.ts';
import { acceptFiles, limitedTo } from './file-body.ts';
import { acceptForms } from './multipart-body.ts';
import { isAnsweredInTest, markedFile, modeIn, refuseOutsideTable, type Visiting } from './mode.ts';
import { originOf } from './origin.ts';
import { parseBody, parseParams, parseQuery } from './parse.ts';
import { writeRefusal, type OnRefused } from './refusals.ts';
import { goneSignal, idempotencyKeyOf } from './request-parts.ts';
import { checksOf, type Checking } from './route-checks.ts';

type CallerAt<N> = N extends 'device-if-any'
  ? TillCaller | null
  : N extends 'device'
    ? TillCaller
    : TillCaller & { readonly shift: TillShiftOf };

/** What a handler receives: authenticated, authorised, parsed and typed. */
export interface Call<E extends Endpoint> {
  readonly actor: E['access']['who'] extends 'public' | 'credential' | 'till' ? null : Actor;
  /** The company's system, for signed requests. */
  readonly caller: E['access']['who'] extends 'credential' ? ApiCaller : null;
  /** The device, and its shift if the endpoint needs one. */
  readonly till: E['access'] extends { readonly who: 'till'; readonly needs: infer N }
    ? CallerAt<N>
    : null;
  readonly idempotencyKey: E extends { readonly isIdempotent: true } ? string : null;
  readonly params: ParamsOf<E>;
  readonly query: QueryOf<E>;
  readonly body: BodyOf<E>;
  /** The file, while it arrives; at most as long as the endpoint's limit. */
  readonly upload: E extends { readonly bodyType: 'text/csv' } ? AsyncIterable<Uint8Array> : null;
  readonly origin: Origin;
  /** Aborted when the caller has gone, for what waits. */
  readonly signal: AbortSignal;
}

export interface Result<E extends Endpoint> {
  readonly data: ReplyOf<E>;
  readonly meta?: MetaOf<E>;
  readonly message?: string;
  /** True for the response to an earlier request with the same key. */
  readonly isReplay?: boolean;
  /** Kept by the browser, out of reach of scripts. */
  readonly cookie?: Cookie;
}

export type Handler<E extends Endpoint> = (
  call: Call<E>,
) => Promise<E extends { readonly replyType: string } ? FileResult : Result<E>>;
type AnyHandler = (call: Call<Endpoint>) => Promise<FileResult | Result<Endpoint>>;
export type Handlers<Group extends Record<string, Endpoint>> = {
  readonly [Name in keyof Group]: Handler<Group[Name]>;
};

type Groups = Record<string, Record<string, Endpoint>>;
/** One handler for every endpoint: a missing one does not compile. */
export type HandlerTable<G extends Groups> = { readonly [Name in keyof G]: Handlers<G[Name]> };

export interface ServeOptions extends Checking {
  readonly onRefused: OnRefused;
  /** The other world behind the same calls. Without it there is no test mode. */
  readonly test?: TestWorldDoor<Groups> | null;
}

/** What the calls need of the test world. */
export interface TestWorldDoor<G extends Groups> {
  /** The code behind its calls. Whoever enters exists there from then on. */
  enter(who: Visiting): Promise<HandlerTable<G>>;
  readonly onRefused: OnRefused;
}

declare module 'fastify' {
  interface FastifyRequest {
    actor: Actor | null;
    caller: ApiCaller | null;
    till: TillCaller | null;
  }
  interface FastifyContextConfig {
    endpointName?: string;
    /** The body stays text until its signature is verified. */
    isSigned?: boolean;
    /** What the key of a signed request must be allowed. */
    keyScope?: KeyScope;
  }
}

/** Puts every endpoint of the contract on the server. */
export function serve<G extends Groups>(
  app: FastifyInstance,
  contract: G,
  handlers: HandlerTable<G>,
  options: ServeOptions,
): void {
  app.decorateRequest('actor', null);
  app.decorateRequest('caller', null);
  app.decorateRequest('till', null);
  const forms: RouteOptions[] = [];
  const files: RouteOptions[] = [];
  for (const [groupName, group] of Object.entries(contract)) {
    for (const [name, endpoint] of Object.entries(group)) {
      const handler = handlers[groupName]?.[name] as unknown as AnyHandler;
      const endpointName = `${groupName}.${name}`;
      const route: RouteOptions = {
        method: endpoint.method,
        url: endpoint.path.replace(/\{(\w+)\}/g, ':$1'),
        config: { endpointName, ...signedConfig(endpoint) },
        ...checksOf(endpoint, options),
        ...(endpoint.bodyLimitBytes && { bodyLimit: endpoint.bodyLimitBytes }),
        handler: async (request, reply) => {
          // A signed call has its mode from its key, which is known by now.
          if (endpoint.access.who === 'credential') refuseOutsideTable(request);
          const own = isAnsweredInTest(request)
            ? await testHandler(request, options.test, groupName, name)
            : handler;
          return answer(endpoint, own, request, reply);
        },
        onError: async (request, _reply, error) => {
          // What is refused in one world is no news in the other.
          const world = isAnsweredInTest(request) ? options.test : options;
          if (world) await writeRefusal(endpoint, request, error, world.onRefused);
        },
      };
      if (endpoint.bodyType === 'text/csv') files.push(route);
      else if (endpoint.bodyType) forms.push(route);
      else app.route(route);
    }
  }
  // In a context of their own, which is the only one that parses forms.
  void app.register(async (context) => {
    acceptForms(context);
    for (const route of forms) context.route(route);
  });
  void app.register(async (context) => {
    acceptFiles(context);
    for (const route of files) context.route(route);
  });
}

function signedConfig({ access }: Endpoint): Pick<FastifyContextConfig, 'isSigned' | 'keyScope'> {
  return access.who === 'credential' ? { isSigned: true, keyScope: access.scope } : {};
}

/**
 * After the checks of the live world, which alone knows who somebody is. The provider's own people have no
 * company to be in: for them there is no test mode.
 */
async function testHandler(
  { actor, caller, till }: FastifyRequest,
  test: ServeOptions['test'],
  groupName: string,
  name: string,
): Promise<AnyHandler> {
  if (!test) throw new AppError('test_mode_off');
  const ownSystem = caller ?? till;
  const companyId = ownSystem?.companyId ?? (actor?.isStaff ? null : actor?.companyId);
  if (!companyId) throw new AppError('not_in_test_mode');
  const handlers = await test.enter({ companyId, userId: actor?.userId ?? null });
  return handlers[groupName]?.[name] as unknown as AnyHandler;
}

async function answer(
  endpoint: Endpoint,
  handler: AnyHandler,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Success<unknown, unknown> | Readable> {
  const { actor, caller, till } = request;
  const idempotencyKey = idempotencyKeyOf(endpoint, request);
  const params = parseParams(endpoint, request.params);
  const query = parseQuery(endpoint, request.query);
  const isFile = endpoint.bodyType === 'text/csv';
  const body = once(() => parseBody(endpoint, isFile ? undefined : request.body));
  const missing = endpoint.notFound ?? 'Not found';
  requireRecord(endpoint.access, actor, { params, body }, missing);
  const call = {
    actor,
    caller,
    till,
    idempotencyKey,
    params,
    query,
    body: body(),
    upload: isFile ? limitedTo(endpoint.bodyLimitBytes ?? 0, request.body) : null,
    origin: originOf(request),
    get signal() {
      return goneSignal(reply);
    },
  } as unknown as Call<Endpoint>;
  const result = await handler(call);
  reply.header('cache-control', 'no-store');
  if (endpoint.replyType) {
    return startFile(reply, endpoint.replyType, markedFile(request, result as FileResult));
  }
  if (endpoint.status) reply.status(endpoint.status);
  const { cookie } = result as Result<Endpoint>;
  if (cookie) reply.header('set-cookie', cookieText(cookie, request.protocol === 'https'));
  if ((result as Result<Endpoint>).isReplay) reply.header('idempotent-replayed', 'true');
  return { ...envelope(endpoint, result as Result<Endpoint>), ...modeIn(request) };
}

/** The reply contains only declared fields: the schema drops the others. */
function envelope(endpoint: Endpoint, result: Result<Endpoint>): Success<unknown, unknown> {
  const data = z.parse(endpoint.reply, result.data);
  const meta =
    endpoint.meta && result.meta !== undefined ? z.parse(endpoint.meta, result.meta) : undefined;
  return {
    success: true,
    message: result.message ?? null,
    error: null,
    errors: [],
    data,
    ...(meta !== undefined && { meta }),
  };
}

function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}
