import { hash } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Database } from '../db/database.ts';
import { overloaded } from './app-error.ts';

/*
 * How many requests are worked on at once. Those that come on top wait a moment, each company in a lane of its own,
 * and the lanes take turns: whoever asks too much waits for the own requests and not others for theirs. What waited
 * too long is refused, so that the answers that are given come soon.
 */

export interface AdmissionLimits {
  /** Requests that are worked on at once. */
  readonly mostAtOnce: number;
  /** Of these, how many may wait for a connection to the database before others are let in. */
  readonly mostForDatabase: number;
  readonly mostWaitMs: number;
}

export const usualAdmission: AdmissionLimits = {
  mostAtOnce: 200,
  mostForDatabase: 40,
  mostWaitMs: 2_000,
};

export interface AdmissionFigures {
  readonly running: number;
  readonly waiting: number;
  /** Since the start. */
  readonly refused: number;
}

interface Waiting {
  readonly since: number;
  readonly enter: () => void;
  readonly refuse: () => void;
}

/** In one lane. More would only wait to be refused. */
const mostInLane = 1_000;
/**
 * Who asks as little as this may wait some times longer: the wait is not of the own making, and when the whole process
 * stood still for a moment, the time is over before anybody had a turn.
 */
const fewInLane = 4;
const patienceForFew = 2;
/** Who takes longer waits for something else, such as the rest of an upload, and takes nobody's place. */
const workedOnMs = 5_000;
const lookEveryMs = 25;

interface ServerState {
  readonly waitingForDatabase: () => number;
  /** The process itself comes late to everything: nobody has more than few places then. */
  readonly isBusy: () => boolean;
}

export function createAdmission(
  { mostAtOnce, mostForDatabase, mostWaitMs }: AdmissionLimits,
  { waitingForDatabase, isBusy }: ServerState,
) {
  const line = createLine();
  const running = createPlaces();
  let refused = 0;

  const isFree = () => running.taken() < mostAtOnce && waitingForDatabase() < mostForDatabase;
  /** While the process is late, everybody has few places. */
  const mayHaveMore = (lane: string) => !isBusy() || running.takenBy(lane) < fewInLane;

  const letIn = (): void => {
    while (line.count() > 0 && isFree()) {
      const next = line.next(mayHaveMore);
      if (!next) return;
      next.enter();
    }
  };
  const refuseLate = (): void => {
    const now = performance.now();
    letIn();
    running.freeOld(now);
    for (const { refuse } of line.late(now, mostWaitMs)) {
      refused++;
      refuse();
    }
    letIn();
  };
  const timer = setInterval(refuseLate, lookEveryMs);
  timer.unref();

  return {
    /** Calls back once, with what leaves again; null if it is refused. Returns what leaves the line before that. */
    enter(lane: string, decided: (leave: (() => void) | null) => void): () => void {
      const place = {};
      const enter = (): void => {
        running.take(place, lane);
        decided(() => {
          if (running.free(place)) letIn();
        });
      };
      if (line.isFull(lane)) {
        refused++;
        decided(null);
        return () => {};
      }
      const leave = line.add(lane, {
        since: performance.now(),
        enter,
        refuse: () => decided(null),
      });
      letIn();
      return leave;
    },
    figures: (): AdmissionFigures => ({
      running: running.taken(),
      waiting: line.count(),
      refused,
    }),
    stop: () => clearInterval(timer),
  };
}

/** Those who wait, each in a lane; the lanes take turns. */
function createLine() {
  /** Those with somebody in it, by whose turn it is. */
  const lanes = new Map<string, Waiting[]>();
  let count = 0;
  return {
    count: () => count,
    isFull: (name: string) => (lanes.get(name)?.length ?? 0) >= mostInLane,
    /** Returns what leaves it again. */
    add(name: string, own: Waiting): () => void {
      const lane = lanes.get(name) ?? [];
      lane.push(own);
      lanes.set(name, lane);
      count++;
      return () => {
        const place = lane.indexOf(own);
        if (place < 0) return;
        lane.splice(place, 1);
        count--;
        if (lane.length === 0) lanes.delete(name);
      };
    },
    /** The first of the lane whose turn it is, if it may. */
    next(mayEnter: (name: string) => boolean): Waiting | undefined {
      for (const [name, lane] of lanes) {
        if (!mayEnter(name)) continue;
        lanes.delete(name);
        const next = lane.shift();
        if (lane.length > 0) lanes.set(name, lane);
        count--;
        return next;
      }
      return undefined;
    },
    late(now: number, mostWaitMs: number): Waiting[] {
      const late: Waiting[] = [];
      for (const [name, lane] of lanes) {
        const limitMs = lane.length > fewInLane ? mostWaitMs : patienceForFew * mostWaitMs;
        while (lane[0] && now - lane[0].since > limitMs) {
          count--;
          late.push(...lane.splice(0, 1));
        }
        if (lane.length === 0) lanes.delete(name);
      }
      return late;
    },
  };
}

/** The places of those who are worked on. */
function createPlaces() {
  const places = new Map<object, { readonly lane: string; readonly since: number }>();
  const counts = new Map<string, number>();
  const free = (place: object): boolean => {
    const lane = places.get(place)?.lane;
    if (lane === undefined) return false;
    places.delete(place);
    const left = (counts.get(lane) ?? 1) - 1;
    if (left > 0) counts.set(lane, left);
    else counts.delete(lane);
    return true;
  };
  return {
    taken: () => places.size,
    takenBy: (lane: string) => counts.get(lane) ?? 0,
    take(place: object, lane: string): void {
      places.set(place, { lane, since: performance.now() });
      counts.set(lane, (counts.get(lane) ?? 0) + 1);
    },
    /** False if it was freed before. */
    free,
    freeOld(now: number): void {
      for (const [place, { since }] of places) if (now - since > workedOnMs) free(place);
    },
  };
}

/** What is waited in, not for: these have limits of their own. */
const waits = /^\/api\/(?:Live\b|v1\/Events\?(?:.*&)?wait=)/;
const admitted = /^\/(?:api|callbacks|pay)\//;

export function admitRequests(
  app: FastifyInstance,
  database: Database,
  limits: AdmissionLimits,
): () => AdmissionFigures {
  const admission = createAdmission(limits, {
    waitingForDatabase: () => database.poolStatus().waiting,
    isBusy: () => app.isUnderPressure(),
  });
  const companies = rememberCompanies();
  app.addHook('onRequest', (request, reply, done) => {
    if (!admitted.test(request.url) || waits.test(request.url)) return done();
    const credential = credentialOf(request);
    // Nobody gets a lane by a key that was never accepted: those of one address share it.
    const lane = (credential && companies.of(credential)) ?? request.ip;
    let leave: (() => void) | null = null;
    const leaveLine = admission.enter(lane, (granted) => {
      if (!granted) return done(overloaded);
      leave = granted;
      done();
    });
    // Who hung up while waiting is not worked on: nobody hears the answer, and no end would free the place.
    reply.raw.once('close', () => {
      leaveLine();
      leave?.();
      if (leave && credential) companies.note(credential, request);
    });
  });
  app.addHook('onClose', async () => admission.stop());
  return admission.figures;
}

/**
 * What a caller says to be, with the address: the name of a key is no secret, and nobody else may fill the lane of its
 * company. The hash is all that is kept.
 */
function credentialOf({ headers, ip }: FastifyRequest): string | null {
  const input = headers['signature-input'];
  const keyId = typeof input === 'string' ? /;keyid="([^"]{1,100})"/.exec(input)?.[1] : null;
  const sent = headers.authorization ?? keyId ?? headers['x-channel-id'] ?? headers.cookie;
  return sent === undefined ? null : hash('sha256', `${ip} ${String(sent)}`, 'base64');
}

const mostRemembered = 10_000;

/** Whose credentials were accepted lately. */
function rememberCompanies() {
  const known = new Map<string, string>();
  return {
    of: (credential: string): string | undefined => known.get(credential),
    note(credential: string, { actor, caller, till }: FastifyRequest): void {
      const who = caller?.companyId ?? till?.companyId ?? actor?.companyId ?? actor?.userId;
      if (who === undefined || known.get(credential) === who) return;
      known.set(credential, who);
      const [oldest] = known.keys();
      if (known.size > mostRemembered && oldest !== undefined) known.delete(oldest);
    },
  };
}
