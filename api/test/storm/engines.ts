import type { NetworkName } from '@sente/contract/payments';
import { pino } from 'pino';
import type { Database, Db } from '../../src/db/database.ts';
import { createEngine, type PaymentsEngine } from '../../src/payments/engine.ts';
import type { CallbackRequest } from '../../src/payments/networks/connector.ts';
import type { CallbackAnswer } from '../../src/payments/running/callbacks.ts';
import { openConnectors } from '../../src/payments/networks/connectors.ts';
import type { SendHttp } from '../../src/payments/networks/network-http.ts';
import { usualAirtelVersions } from '../../src/payments/networks/settings.ts';
import { createSealer } from '../../src/security/secrets.ts';
import type { Draws } from './draws.ts';
import type { StormNetwork } from './network.ts';
import { airtelCallbackKey } from './wires.ts';

/** A running server, as far as payments are concerned. It can be killed at any moment. */
export interface StormEngine extends PaymentsEngine {
  isDead(): boolean;
  /** It is not killed any more, unless it is dead already. */
  spare(): void;
}

const sealer = createSealer(Buffer.alloc(32, 7));

/** Two servers that share the work. One that is killed is replaced by a new one. */
export interface Servers {
  next(): StormEngine;
  /** Both do what is due; the questions about failed payments only if told so. */
  drain(askLate: boolean): Promise<void>;
  /** One was killed and is not replaced yet. */
  hasDead(): boolean;
  /** Null if the server dies under the callback, which no network repeats. */
  callBack(network: NetworkName, request: CallbackRequest): Promise<CallbackAnswer | null>;
  /** From now on nobody is killed. */
  calmDown(): void;
  /** How many there were, the killed ones included. */
  count(): number;
}

/** Without draws nobody is killed. */
export function createServers(
  database: Database,
  networks: readonly StormNetwork[],
  draws: Draws | null,
): Servers {
  const engines: StormEngine[] = [];
  let mayKill = draws !== null;
  let started = 0;
  let turn = 0;
  const next = (): StormEngine => {
    turn = 1 - turn;
    const current = engines[turn];
    if (current && !current.isDead()) return current;
    started += 1;
    return (engines[turn] = startEngine(
      database,
      networks,
      draws && mayKill ? lifeOf(draws, started) : Infinity,
    ));
  };
  return {
    next,
    drain: async (askLate) => {
      const work = async ({ runner, lateQuestions }: StormEngine): Promise<void> => {
        await runner.drain();
        if (askLate) await lateQuestions.ask();
      };
      await Promise.allSettled([next(), next()].map(work));
    },
    hasDead: () => engines.some((engine) => engine.isDead()),
    callBack: (network, request) => next().callbacks.receive(network, request).catch(nullIfKilled),
    calmDown: () => {
      mayKill = false;
      for (const engine of engines) engine.spare();
    },
    count: () => started,
  };
}

/** In steps: statements, commits and calls. Every fourth engine lives as long as the storm. */
function lifeOf(draws: Draws, number: number): number {
  if (draws.share('engine', number, 'lives') < 0.25) return Infinity;
  return draws.whole(5, 600, 'engine', number, 'dies after');
}

function nullIfKilled(error: unknown): null {
  if (error instanceof Killed) return null;
  throw error;
}

/**
 * An engine that dies as a killed process does: from one moment on it reaches neither the database nor
 * the networks, open transactions roll back, and answers that are on their way are lost.
 */
export function startEngine(
  database: Database,
  networks: readonly StormNetwork[],
  steps: number,
): StormEngine {
  const life = { left: steps };
  const isSigned = networks.some(({ wire }) => wire.isSigned);
  const product = { subscriptionKey: 'key', userId: 'user', secret: 'secret' };
  const connectors = openConnectors(
    {
      isSimulated: false,
      callbackBase: () => 'https://storm.test',
      sendHttp: mortalHttp(networks, life),
      mtn: {
        baseUrl: 'http://mtn.test',
        targetEnvironment: 'mtnuganda',
        collection: product,
        disbursement: product,
      },
      airtel: {
        baseUrl: 'http://airtel.test',
        clientId: 'client',
        clientSecret: 'secret',
        callbackKey: airtelCallbackKey,
        pin: isSigned ? '1234' : 'what the portal of Airtel encrypted',
        versions: usualAirtelVersions,
        signing: isSigned,
      },
    },
    sealer,
  );
  const engine = createEngine(
    { database: mortalDatabase(database, life), connectors, logger: pino({ level: 'silent' }) },
    // Callbacks that are hours apart in the storm come at the same moment.
    { breaker: { freshForMs: 20 }, spacing: { stepMs: 0, longestMs: 0 } },
  );
  return {
    ...engine,
    isDead: () => life.left <= 0,
    spare: () => {
      if (life.left > 0) life.left = Infinity;
    },
  };
}

interface Life {
  left: number;
}

export class Killed extends Error {}

function step(life: Life): void {
  life.left -= 1;
  if (life.left <= 0) throw new Killed('The engine was killed');
}

function mortalDatabase(database: Database, life: Life): Database {
  const mortal = (db: Db): Db => ({
    ...db,
    rows: async (...statement) => {
      step(life);
      return db.rows(...statement);
    },
    row: async (...statement) => {
      step(life);
      return db.row(...statement);
    },
  });
  return {
    ...database,
    unscoped: mortal(database.unscoped),
    within: async (scope, work) => {
      step(life);
      const result = await database.within(scope, async (db) => {
        const done = await work(mortal(db));
        step(life);
        return done;
      });
      // Committed, but nobody hears it.
      step(life);
      return result;
    },
  };
}

function mortalHttp(networks: readonly StormNetwork[], life: Life): SendHttp {
  return async (address, { method, headers, body = '' }) => {
    step(life);
    const url = new URL(address);
    const network = networks.find(({ wire }) => url.host.startsWith(wire.network.toLowerCase()));
    if (!network) throw new Error(`No network at ${url.host}`);
    const answer = await network.answer(url, { method, headers, body });
    step(life);
    return answer;
  };
}
