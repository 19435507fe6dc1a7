import { listen, type LiveTopic } from '@sente/contract/live';
import type { Query, QueryClient, QueryKey } from '@tanstack/react-query';
import { isRecord } from '../api/api-error.ts';
import { announceArrivals } from '../api/arrivals.ts';
import { exchange } from '../api/exchange.ts';
import { key, keys, moneyKeys } from '../api/keys.ts';
import { getMode } from '../lib/mode.ts';
import { getToken } from '../session/session-store.ts';
import { lacksAny, mergeRows, rowsById } from './merge-rows.ts';

type Topic = LiveTopic | 'all';

/** At most so often, however much happens. */
const applyEveryMs = 4_000;
const firstRetryMs = 1_000;
/** The screens also ask every minute, so there is no hurry. */
const longestRetryMs = 60_000;
/** Of all tabs of this browser one listens and tells the others. */
const name = 'sente-live';

/** Keeps what is on screen up to date, as long as the tab is visible. Returns how to stop. */
export function startLive(client: QueryClient): () => void {
  if (getMode() === 'test') return askAgain(client);
  const apply = throttled((topics) => refresh(client, topics));
  const tabs = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(name);
  tabs?.addEventListener('message', ({ data }) => apply(topicsIn(data)));
  const onEvent = (topics: readonly Topic[]): void => {
    apply(topics);
    tabs?.postMessage({ topics });
  };
  let looking: AbortController | null = null;
  const onVisibility = (): void => {
    looking?.abort();
    looking = document.hidden ? null : new AbortController();
    if (looking) void lead(onEvent, looking.signal);
  };
  document.addEventListener('visibilitychange', onVisibility);
  onVisibility();
  // What the page has read may be from before that, and a banner is not read again by itself.
  refresh(client, new Set<Topic>(['brakes']));
  return () => {
    document.removeEventListener('visibilitychange', onVisibility);
    looking?.abort();
    tabs?.close();
  };
}

/** What happens in test mode is told to nobody; the few who look at it ask. */
function askAgain(client: QueryClient): () => void {
  const timer = setInterval(() => {
    if (!document.hidden) refresh(client, new Set<Topic>(['money']));
  }, applyEveryMs);
  return () => clearInterval(timer);
}

type OnEvent = (topics: readonly Topic[]) => void;

/** Locks exist on secure pages only; elsewhere every tab listens for itself. */
async function lead(onEvent: OnEvent, signal: AbortSignal): Promise<void> {
  const run = () => keepListening(onEvent, signal);
  if (!('locks' in navigator)) return run();
  await navigator.locks.request(name, { signal }, run).catch(() => {});
}

async function keepListening(onEvent: OnEvent, signal: AbortSignal): Promise<void> {
  let retryMs = firstRetryMs;
  while (!signal.aborted && getToken() !== null) {
    try {
      await exchange(listen, { signal }, (response) => readEvents(response, onEvent));
      retryMs = firstRetryMs;
    } catch {
      retryMs = Math.min(longestRetryMs, retryMs * 2);
    }
    // Not all at once after a server was restarted.
    await pause(retryMs * (0.5 + Math.random()), signal);
    if (!signal.aborted) onEvent(['all']);
  }
}

async function readEvents(response: Response, onEvent: OnEvent): Promise<void> {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  for (;;) {
    const part = await reader?.read();
    if (!part || part.done) return;
    text += part.value;
    const events = text.split('\n\n');
    text = events.pop() ?? '';
    for (const event of events) {
      if (event.startsWith('data: ')) onEvent(topicsIn(JSON.parse(event.slice(6))));
    }
  }
}

/** None of what this version of the portal does not know. */
function topicsIn(value: unknown): readonly Topic[] {
  const { topics } = isRecord(value) ? value : {};
  return Array.isArray(topics) ? topics.filter((topic) => topic in keysOf) : [];
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}

/** At once, and then what has come together. */
function throttled(apply: (topics: ReadonlySet<Topic>) => void) {
  const waiting = new Set<Topic>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const flush = (): void => {
    timer = undefined;
    if (waiting.size === 0) return;
    timer = setTimeout(flush, applyEveryMs);
    apply(new Set(waiting));
    waiting.clear();
  };
  return (topics: readonly Topic[]): void => {
    for (const topic of topics) waiting.add(topic);
    if (timer === undefined) flush();
  };
}

/** Without reports and analytics, which change little, and lists whose new rows are not announced. */
const movedKeys = [
  ...moneyKeys,
  keys.dashboards.admin,
  keys.dashboards.statistics,
  keys.bulkPayouts.allDetails,
  key('payment-links', 'details'),
  key('payment-links', 'checkouts'),
  key('settlements', 'batch'),
  key('settlements', 'batches'),
  key('settlements', 'list'),
  key('tills', 'details'),
  key('tills', 'shift'),
];
const waitingKeys = [
  keys.approvals.all,
  keys.attention,
  keys.notifications.summary,
  keys.bulkPayouts.allDetails,
];
/** What a request changes once it is decided, on whichever page it is open. */
const decidedKeys = [
  key('limits'),
  key('payout-rule'),
  key('blocked-numbers'),
  key('settings', 'platform'),
  key('fees'),
  key('taxes'),
  keys.settlements,
];
/** Banners on every page, the light of the status, the pages of the brake, and what is held up by one. */
const brakeKeys = [
  keys.attention,
  keys.approvals.all,
  keys.companies.allDetails,
  keys.payoutBrakes.all,
  keys.settlements,
  keys.status,
  key('transactions', 'details'),
];
const newsKeys = [keys.notifications.all];

const keysOf: Readonly<Record<Topic, readonly QueryKey[]>> = {
  money: [...movedKeys, ...waitingKeys],
  approvals: [...waitingKeys, ...decidedKeys],
  news: newsKeys,
  brakes: brakeKeys,
  all: [...movedKeys, ...waitingKeys, ...decidedKeys, ...brakeKeys, ...newsKeys],
};

/** Lists whose rows must not move by themselves, and the sums below them. */
const listKeys = [
  key('transactions', 'of-company'),
  key('transactions', 'of-all'),
  key('transactions', 'filtered'),
  key('api-transactions', 'list'),
  key('approvals', 'list'),
  key('settlements', 'batches'),
  key('settlements', 'list'),
  keys.accounts.allMovements,
];
const sumKeys = [
  key('transactions', 'totals'),
  key('api-transactions', 'totals'),
  keys.accounts.allMovementTotals,
];

function refresh(client: QueryClient, topics: ReadonlySet<Topic>): void {
  const wanted = [...topics].flatMap((topic) => keysOf[topic]);
  const shown = client.getQueryCache().findAll({ type: 'active' });
  for (const query of shown.filter(({ queryKey }) => isUnder(queryKey, wanted))) {
    if (query.state.fetchStatus === 'idle') readAgain(client, query);
    else afterwards(client, query);
  }
}

function readAgain(client: QueryClient, query: Query): void {
  if (isUnder(query.queryKey, listKeys)) void lookForRows(client, query).catch(() => {});
  else if (!isUnder(query.queryKey, sumKeys)) void client.invalidateQueries(exactly(query));
}

const asked = new WeakSet<Query>();

/** The answer that is on its way may be from before the change. */
function afterwards(client: QueryClient, query: Query): void {
  if (asked.has(query)) return;
  asked.add(query);
  const again = (): void => {
    asked.delete(query);
    if (query.isActive()) readAgain(client, query);
  };
  void Promise.resolve(query.promise).then(again, again);
}

const exactly = ({ queryKey }: Query) => ({ queryKey, exact: true });

function isUnder(queryKey: QueryKey, prefixes: readonly QueryKey[]): boolean {
  return prefixes.some((prefix) => prefix.every((part, index) => part === queryKey[index]));
}

/** Rows that are on screen change in place; new ones are announced. */
async function lookForRows(client: QueryClient, query: Query): Promise<void> {
  const { queryKey } = query;
  const { data: shown, dataUpdatedAt: updatedAt } = query.state;
  const signal = AbortSignal.timeout(30_000);
  const options = query.options as PageOptions;
  const read = (pageParam: unknown) =>
    options.queryFn?.({ client, queryKey, signal, pageParam }) ?? Promise.resolve();
  const parts = isInfinite(shown) ? shown.pages : [shown];
  const params = isInfinite(shown) ? shown.pageParams : [options.initialPageParam];
  const fresh: unknown[] = [];
  // One after the other: it is no hurry, and there may be many.
  for (const param of params) fresh.push(await read(param));
  const pushed = isInfinite(shown) ? await readPushed(options, { shown, fresh, read }) : [];
  // Meanwhile the person may have loaded it.
  if (query.state.data !== shown || fresh.includes(undefined)) return;
  const known = rowsById([...fresh, ...pushed]);
  const merged = parts.map((part, index) => {
    const others = rowsById(parts.filter((each) => each !== part));
    return mergeRows(part, fresh[index], known, others);
  });
  const pages = merged.map(({ value }) => value);
  // What was announced before stays announced.
  client.setQueryData(queryKey, isInfinite(shown) ? { ...shown, pages } : pages[0], { updatedAt });
  if (merged.some(({ hasNew }) => hasNew)) announceArrivals(String(queryKey[0]));
  else for (const sums of sumKeys) void client.invalidateQueries({ queryKey: sums });
}

/** As many answers as follow the first one until they have its rows on screen that others have pushed out. */
const mostPushed = 3;

async function readPushed(
  { getNextPageParam }: PageOptions,
  {
    shown,
    fresh,
    read,
  }: { shown: Parts; fresh: unknown[]; read: (param: unknown) => Promise<unknown> },
): Promise<unknown[]> {
  const further: unknown[] = [];
  let last = fresh[0];
  while (
    further.length < mostPushed &&
    lacksAny(rowsById([...fresh, ...further]), shown.pages[0])
  ) {
    const param = last === undefined ? null : getNextPageParam?.(last, [last], null, [null]);
    if (param === null || param === undefined) break;
    last = await read(param);
    further.push(last);
  }
  return further;
}

interface Parts {
  readonly pages: readonly unknown[];
  readonly pageParams: readonly unknown[];
}

function isInfinite(data: unknown): data is Parts {
  return isRecord(data) && Array.isArray(data['pages']) && Array.isArray(data['pageParams']);
}

interface PageOptions {
  readonly queryFn?: (context: object) => Promise<unknown>;
  readonly initialPageParam?: unknown;
  readonly getNextPageParam?: (
    last: unknown,
    all: unknown[],
    param: unknown,
    params: unknown[],
  ) => unknown;
}
