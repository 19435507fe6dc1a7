import { Readable } from 'node:stream';
import type { LiveTopic } from '@sente/contract/live';
import type { Logger } from 'pino';
import type { Change, Database } from '../db/database.ts';
import type { Actor } from '../http/actor.ts';
import { AppError } from '../http/app-error.ts';
import { createWaiters, type CompanyChanges } from './company-changes.ts';
import { decodeChanges } from './changes.ts';
import { startListener, type Listener } from './listener.ts';
import { channel, publishChanges } from './publisher.ts';
import { createSharedCounts, type SharedCounts } from './shared-counts.ts';

export interface Live extends CompanyChanges {
  /** What the person is told from now on. */
  open(actor: Actor): Readable;
  readonly counts: SharedCounts;
  stop(): Promise<void>;
}

interface LiveOptions {
  readonly url: string;
  readonly database: Database;
  readonly logger: Logger;
  /** How long a stream stays open; its reader then asks for another one, with a session that still holds. */
  readonly lastsMs?: number;
}

/** Several changes of a moment make one event. */
const togetherMs = 300;
/** Proxies close an idle connection, often after a minute. */
const beatEveryMs = 25_000;
const lastsMs = 5 * 60_000;
const mostStreams = 10_000;
/** A browser opens one; others are those of tabs that do not know of each other. */
const mostOfOneSession = 6;
/** Somebody who does not read is let go. */
const mostUnreadBytes = 64 * 1024;

interface Stream {
  readonly actor: Actor;
  readonly out: Readable;
  readonly topics: Set<LiveTopic | 'all'>;
}

/** Tells the portals that are open what has changed, on whichever server it was changed. */
export function createLive({ url, database, logger, ...options }: LiveOptions): Live {
  const streams = new Set<Stream>();
  const unsent = new Set<Stream>();
  const waiters = createWaiters();
  const stopping = new AbortController();
  const counts = createSharedCounts({ url, database, logger });
  let listener: Listener | null = null;
  publishChanges(database);

  const forget = (stream: Stream): void => {
    streams.delete(stream);
    unsent.delete(stream);
  };
  const end = (stream: Stream): void => {
    forget(stream);
    stream.out.push(null);
  };
  const note = (stream: Stream, topic: LiveTopic | 'all'): void => {
    if (unsent.size === 0) setTimeout(send, togetherMs).unref();
    stream.topics.add(topic);
    unsent.add(stream);
  };
  const send = (): void => {
    for (const stream of unsent) {
      write(stream.out, `data: ${JSON.stringify({ topics: [...stream.topics] })}\n\n`);
      stream.topics.clear();
    }
    unsent.clear();
  };
  const onMessage = (message: string): void => {
    const changes = decodeChanges(message);
    waiters.wake(companiesIn(changes));
    for (const stream of streamsEndedBy(changes, streams)) end(stream);
    const topicsOf = sortChanges(changes);
    for (const stream of streams) for (const topic of topicsOf(stream.actor)) note(stream, topic);
  };
  const onGap = (): void => {
    waiters.wake();
    for (const stream of streams) note(stream, 'all');
  };
  const listen = () => (listener ??= startListener({ url, logger, channel, onMessage, onGap }));
  const beat = keepAlive(streams);

  return {
    counts,
    open(actor) {
      if (streams.size >= mostStreams) throw new AppError('unavailable', { retryAfterSeconds: 60 });
      // Nobody listens on a server that nobody looks at.
      listen();
      for (const oldest of oldestOf(streams, actor)) end(oldest);
      const out = new Readable({ read() {} });
      const stream = { actor, out, topics: new Set<LiveTopic>() };
      streams.add(stream);
      const ending = setTimeout(end, options.lastsMs ?? lastsMs, stream).unref();
      out.on('close', () => clearTimeout(ending)).on('close', () => forget(stream));
      write(out, ':\n\n');
      return out;
    },
    watch(companyId, gone) {
      if (stopping.signal.aborted) throw new AppError('unavailable', { retryAfterSeconds: 1 });
      listen();
      return waiters.watch(companyId, AbortSignal.any([gone, stopping.signal]));
    },

    async stop() {
      stopping.abort();
      clearInterval(beat);
      for (const stream of streams) end(stream);
      await Promise.all([listener?.stop(), counts.stop()]);
    },
  };
}

function keepAlive(streams: ReadonlySet<Stream>): NodeJS.Timeout {
  const beat = (): void => {
    for (const { out } of streams) write(out, ':\n\n');
  };
  return setInterval(beat, beatEveryMs).unref();
}

function companiesIn(changes: readonly Change[]): string[] {
  return changes.flatMap((change) => ('companyId' in change ? (change.companyId ?? []) : []));
}

/** Of people some of whose sessions were ended: whoever asks again is told whether the own one still holds. */
function streamsEndedBy(changes: readonly Change[], streams: ReadonlySet<Stream>): Stream[] {
  const people = new Set(changes.flatMap((one) => (one.topic === 'sessions' ? [one.userId] : [])));
  return people.size === 0 ? [] : [...streams].filter(({ actor }) => people.has(actor.userId));
}

type TopicsOf = (actor: Actor) => Iterable<LiveTopic>;

function sortChanges(changes: readonly Change[]): TopicsOf {
  const forStaff = new Set<LiveTopic>();
  const forAll: LiveTopic[] = [];
  const forCompany = new Map<string | null, Set<LiveTopic>>();
  const forPerson = new Set<string>();
  for (const change of changes) {
    if (change.topic === 'news') forPerson.add(change.userId);
    if ('userId' in change) continue;
    if (change.topic === 'brakes' && change.companyId === null) forAll.push(change.topic);
    const topics = forCompany.get(change.companyId) ?? new Set();
    forCompany.set(change.companyId, topics.add(change.topic));
    forStaff.add(change.topic);
  }
  return ({ isStaff, companyId, userId }) => {
    const news: LiveTopic[] = forPerson.has(userId) ? ['news', ...forAll] : forAll;
    const seen = isStaff ? forStaff : companyId !== null && forCompany.get(companyId);
    return seen ? [...news, ...seen] : news;
  };
}

function write(out: Readable, text: string): void {
  if (out.readableLength > mostUnreadBytes) out.destroy();
  else out.push(text);
}

function oldestOf(streams: ReadonlySet<Stream>, { tokenHash }: Actor): readonly Stream[] {
  const own = [...streams].filter(({ actor }) => actor.tokenHash.equals(tokenHash));
  return own.slice(0, Math.max(0, own.length - mostOfOneSession + 1));
}
