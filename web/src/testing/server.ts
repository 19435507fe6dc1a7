import { isDeepStrictEqual } from 'node:util';
import { contract } from '@sente/contract';
import { accounting } from '@sente/contract/accounting';
import { accounts } from '@sente/contract/accounts';
import { approvals } from '@sente/contract/approvals';
import { apiTransactions } from '@sente/contract/api-transactions';
import { fileExports } from '@sente/contract/file-exports';
import { audit } from '@sente/contract/audit';
import { readCompanyOverview } from '@sente/contract/company-overview';
import { internetProducts } from '@sente/contract/internet-products';
import { users } from '@sente/contract/users';
import { voucherBatches } from '@sente/contract/voucher-batches';
import { limits } from '@sente/contract/limits';
import { platformSettings } from '@sente/contract/platform-settings';
import { savedViews } from '@sente/contract/saved-views';
import { transactions } from '@sente/contract/transactions';
import { sessions } from '@sente/contract/sessions';
import { listen } from '@sente/contract/live';
import { notifications } from '@sente/contract/notifications';
import { site } from '@sente/contract/site';
import { status } from '@sente/contract/status';
import { debts, type Debt } from '@sente/contract/debts';
import { factors } from '@sente/contract/factors';
import type { Endpoint } from '@sente/contract/endpoint';
import * as z from 'zod/mini';
import { vi } from 'vitest';
import { ok, type Answer } from './answers.ts';
import { aMovementTotal, noMoreMovements } from './movements.ts';
import { anOverview, aStatus, noProductFigures } from './overviews.ts';
import { aFactorState, aPlatform, pageMeta } from './records.ts';
import { aTotal } from './transactions.ts';

/* A server for page tests: it answers the contract's endpoints as configured by the test. */

export interface Call {
  readonly endpoint: Endpoint;
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  readonly body: Readonly<Record<string, unknown>>;
  readonly headers: Headers;
  readonly signal: AbortSignal | undefined;
}

type Served = Answer | ((call: Call) => Answer | Promise<Answer>);

const endpoints: readonly Endpoint[] = Object.values(contract)
  .flatMap((group) => Object.values<Endpoint>(group))
  // "/User/company" takes precedence over "/User/{id}".
  .toSorted((a, b) => a.path.split('{').length - b.path.split('{').length);

const noNews = { totalCount: 0, totalPages: 1, page: 1, pageSize: 20, unreadCount: 0 };
const noDebt: Debt = { owed: 0, since: null, movements: [], movementCount: 0 };

const streams = new Set<ReadableStreamDefaultController<Uint8Array>>();

/** To everybody who listens to the stream of changes. */
export function tellLive(...topics: readonly string[]): void {
  const event = new TextEncoder().encode(`data: ${JSON.stringify({ topics })}\n\n`);
  for (const stream of streams) stream.enqueue(event);
}

/** As the server does after some minutes. */
export function endLive(): void {
  for (const stream of streams) stream.close();
  streams.clear();
}

export const isHeard = () => streams.size > 0;

/** The stream of changes says nothing unless a test of it listens, or serves a refusal. */
function answerListener(signal: AbortSignal | null | undefined): Response {
  const answer = served.get(listen);
  return answer && typeof answer !== 'function' ? responseOf(answer) : openStream(signal);
}

function openStream(signal: AbortSignal | null | undefined): Response {
  const start = (stream: ReadableStreamDefaultController<Uint8Array>): void => {
    streams.add(stream);
    signal?.addEventListener('abort', () => {
      streams.delete(stream);
      stream.error(signal.reason);
    });
  };
  return new Response(new ReadableStream({ start }));
}

let served = new Map<Endpoint, Served>();
let received: Call[] = [];
let outage: Served | null = null;
let pendingCount = 0;
/** Missing and malformed answers. */
let faults = new Set<string>();

/** Answers `endpoint` with this from now on. */
export function serve(endpoint: Endpoint, answer: Served): void {
  served.set(endpoint, answer);
}

/** An installation that sends no mail. */
export function serveWithoutMail(): void {
  serve(site.offers, ok({ takesEnquiries: false, hasOpenDemo: false, sendsMail: false }));
}

/** Every endpoint answers this; null ends the outage. */
export function serveEverything(answer: Served | null): void {
  outage = answer;
}

/** The calls of `endpoint`, oldest first; all calls without one. */
export function calls(endpoint?: Endpoint): readonly Call[] {
  return received.filter((call) => !endpoint || call.endpoint === endpoint);
}

export const isCallPending = () => pendingCount > 0;

export function forgetCalls(): void {
  received = [];
}

/** Called before each test (setup.ts). */
export function startServer(): void {
  // Several pages ask in passing what a company owes, where and how a person signs in, and what is new.
  served = new Map<Endpoint, Answer>([
    [debts.ofCompany, ok(noDebt)],
    [sessions.list, ok([])],
    [factors.get, ok(aFactorState())],
    [factors.getRule, ok({ isRequired: false, people: 3, missing: 2 })],
    [notifications.summary, ok({ unreadCount: 0, newestUnread: null, approvalsForReader: 0 })],
    [notifications.list, ok([], noNews)],
    // Beside every list of transactions.
    [transactions.totals, ok(aTotal())],
    [apiTransactions.totals, ok(aTotal())],
    [accounts.ofCompany, ok([])],
    // On every page of an account.
    [accounts.movements, ok([], noMoreMovements)],
    [accounts.movementTotals, ok(aMovementTotal())],
    [savedViews.list, ok([])],
    // On every page of an account, and on every form of a new one.
    [approvals.list, ok([])],
    [platformSettings.get, ok(aPlatform)],
    // On every page of a product.
    [internetProducts.figures, ok(noProductFigures)],
    [voucherBatches.ofCompany, ok([], pageMeta(0))],
    // On every page of a company.
    [readCompanyOverview, ok(anOverview())],
    [limits.list, ok([])],
    [transactions.list, ok([], { nextAfter: null, searchedTo: null })],
    [audit.ofCompany, ok([], { nextBefore: null })],
    // On every page of a user.
    [audit.list, ok([], { nextBefore: null })],
    // On every form of a user.
    [users.companyRoles, ok([])],
    [fileExports.list, ok([])],
    // In the top bar, and where somebody waits for an approval.
    [status.now, ok(aStatus())],
    // Beside the profile of a company.
    [accounting.liabilityProofs, ok([])],
    [site.offers, ok({ takesEnquiries: false, hasOpenDemo: false, sendsMail: true })],
  ]);
  received = [];
  streams.clear();
  outage = null;
  pendingCount = 0;
  faults = new Set();
  vi.stubGlobal('fetch', vi.fn(answerFetch));
}

/**
 * Called after each test (setup.ts). A call without a configured answer looks like an outage to the
 * page, so its error never reaches the test: a test of an outage serves `lost`.
 */
export function expectNoFaults(): void {
  if (faults.size > 0) throw new Error(['The test serves', ...faults].join('\n'));
}

async function answerFetch(input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> {
  const [path = '', search = ''] = (input as string).replace(/^\/api/, '').split('?');
  const method = init.method ?? 'GET';
  if (path === listen.path) return answerListener(init.signal);
  const endpoint = endpoints.find((one) => one.method === method && paramsIn(one.path, path));
  if (!endpoint) return leaveUnanswered(`${method} ${path}, which the contract does not have`);
  const call: Call = {
    endpoint,
    params: paramsIn(endpoint.path, path) ?? {},
    query: Object.fromEntries(new URLSearchParams(search)),
    body: typeof init.body === 'string' ? JSON.parse(init.body) : {},
    headers: new Headers(init.headers),
    signal: init.signal ?? undefined,
  };
  received.push(call);
  const answer = outage ?? served.get(endpoint);
  if (!answer) return leaveUnanswered(`${method} ${path}`);
  pendingCount += 1;
  const given = typeof answer === 'function' ? await answer(call) : answer;
  pendingCount -= 1;
  for (const fault of faultsOf(endpoint, given)) faults.add(`${method} ${path} with ${fault}`);
  return responseOf(given);
}

/** How an answer of `ok` differs from the contract: missing, wrong and unknown members. */
function faultsOf(endpoint: Endpoint, answer: Answer): string[] {
  if (answer === 'connection lost' || !answer.isByContract) return [];
  // As sent: JSON has no undefined members.
  const { data, meta } = JSON.parse(JSON.stringify(answer.body)) as {
    data: unknown;
    meta?: unknown;
  };
  return [
    ...differences(endpoint.reply, data, 'data'),
    ...(endpoint.meta && meta !== undefined ? differences(endpoint.meta, meta, 'meta') : []),
  ];
}

function differences(schema: z.core.$ZodType, value: unknown, name: string): string[] {
  const { error, data } = z.safeParse(schema, value);
  if (!error) {
    return isDeepStrictEqual(data, value) ? [] : [`more in ${name} than ${JSON.stringify(data)}`];
  }
  // Tests name records by short ids.
  const issues = error.issues.filter(({ code }) => code !== 'invalid_format');
  return issues.map(({ path, message }) => `${[name, ...path].join('.')} ${message}`);
}

function leaveUnanswered(call: string): never {
  faults.add(`nothing for ${call}`);
  throw new TypeError('Failed to fetch');
}

function responseOf(answer: Answer): Response {
  if (answer === 'connection lost') throw new TypeError('Failed to fetch');
  const { status = 200, body, text, type = 'application/json' } = answer;
  return new Response(text ?? JSON.stringify(body), { status, headers: { 'content-type': type } });
}

function paramsIn(template: string, path: string): Record<string, string> | null {
  const names = [...template.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  const pattern = new RegExp(`^${template.replace(/\{\w+\}/g, '([^/]+)')}$`);
  const values = pattern.exec(path)?.slice(1);
  if (!values) return null;
  return Object.fromEntries(
    names.map((name, index) => [name, decodeURIComponent(values[index] ?? '')]),
  );
}
