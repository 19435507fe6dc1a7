import { coalesce } from '../../db/coalesce.ts';
import type { Database } from '../../db/database.ts';
import { engineScope } from '../../db/scope.ts';
import {
  addCalls,
  failProbe,
  listCircuits,
  openCircuits,
  passProbe,
  returnProbe,
  takeProbe,
  type BreakerCall,
  type BreakerRule,
  type CallCount,
  type CircuitRow,
} from './breaker.queries.ts';

/**
 * Circuit breaker: stops calls to a network that does not answer. The counts and the open circuits are
 * in the database, shared by all servers and timed by its clock.
 */
export interface Breaker {
  /** Null while such calls are paused. After the pause, a permit for exactly one caller at a time. */
  admit(call: BreakerCall): Promise<Permit | null>;
  /** For a call that is made in any case, because the network just called back. */
  always(call: BreakerCall): Permit;
}

/** A call that may be made. */
export interface Permit {
  /** Records after the call whether the network answered. */
  note(didAnswer: boolean): Promise<void>;
  /** Without the call: somebody else may make it at once. */
  giveBack(): Promise<void>;
}

export interface BreakerOptions extends Partial<BreakerRule> {
  /** Maximum age of a server's cached state. */
  readonly freshForMs?: number;
  /** Minimum interval between writes of answered calls. */
  readonly writeEveryMs?: number;
}

const defaultRule: BreakerRule = {
  windowMs: 60_000,
  bucketMs: 5_000,
  minCalls: 20,
  share: 0.5,
  minCompanies: 3,
  openForMs: 30_000,
  probesToClose: 3,
};

export function createBreaker(database: Database, options: BreakerOptions = {}): Breaker {
  const { freshForMs = 1_000, writeEveryMs = 5_000, ...changes } = options;
  const rule = { ...defaultRule, ...changes };
  const circuits = createCircuits(database, freshForMs);
  const count = createCount(database, rule, writeEveryMs, circuits.forget);
  const probing = new Set<string>();

  const probe = async (call: BreakerCall): Promise<Permit | null> => {
    const name = `${call.network} ${call.operation} ${call.kind}`;
    if (probing.has(name)) return null;
    probing.add(name);
    try {
      const isTaken = await database.within(engineScope, (db) =>
        takeProbe(db, call, rule.openForMs),
      );
      if (!isTaken) return null;
      return {
        note: (didAnswer) => noteProbe(call, didAnswer),
        giveBack: () => giveBackProbe(call),
      };
    } finally {
      circuits.forget();
      probing.delete(name);
    }
  };
  const noteProbe = async (call: BreakerCall, didAnswer: boolean): Promise<void> => {
    await count(call, didAnswer);
    await database.within(engineScope, (db) =>
      didAnswer ? passProbe(db, call, rule.probesToClose) : failProbe(db, call),
    );
    circuits.forget();
  };
  const giveBackProbe = async (call: BreakerCall): Promise<void> => {
    await database.within(engineScope, (db) => returnProbe(db, call));
    circuits.forget();
  };
  const always = (call: BreakerCall): Permit => ({
    note: (didAnswer) => count(call, didAnswer),
    giveBack: async () => {},
  });

  return {
    async admit(call) {
      const { isPaused, needsProbe } = await circuits.stateOf(call);
      if (isPaused) return null;
      return needsProbe ? probe(call) : always(call);
    },
    always,
  };
}

interface CircuitState {
  readonly isPaused: boolean;
  /** The pause is over, but the circuit is still open. */
  readonly needsProbe: boolean;
}

/** The open circuits, read again when they are older than `freshForMs`. */
function createCircuits(database: Database, freshForMs: number) {
  let known: Promise<{ rows: CircuitRow[]; readAt: number }> | null = null;
  let knownUntil = 0;

  const read = async () => ({
    rows: await database.within(engineScope, listCircuits),
    readAt: performance.now(),
  });
  return {
    forget: (): void => {
      known = null;
    },
    async stateOf(call: BreakerCall): Promise<CircuitState> {
      if (!known || performance.now() >= knownUntil) {
        known = read();
        knownUntil = performance.now() + freshForMs;
        known.catch(() => {
          known = null;
        });
      }
      const { rows, readAt } = await known;
      const passedMs = performance.now() - readAt;
      const concerned = rows.filter(
        (row) =>
          row.network === call.network &&
          row.operation === call.operation &&
          (row.company_id === null || row.company_id === call.companyId),
      );
      return {
        // Nothing is sent either while the network does not say what became of it.
        isPaused: concerned.some(
          ({ kind, open_ms }) => open_ms > passedMs && (kind === call.kind || call.kind === 'send'),
        ),
        needsProbe: concerned.some(({ kind }) => kind === call.kind),
      };
    },
  };
}

/**
 * Counts calls in memory. An unanswered one is written at once, with all that were answered before; those
 * alone are written every few seconds, so that a healthy network costs almost nothing.
 */
function createCount(
  database: Database,
  rule: BreakerRule,
  writeEveryMs: number,
  onUnanswered: () => void,
) {
  let counts = new Map<string, CallCount>();
  let writtenAt = performance.now();

  const add = (call: BreakerCall, calls: number, unanswered: number): void => {
    const { network, operation, kind, companyId } = call;
    const name = `${network} ${operation} ${kind} ${companyId}`;
    const found = counts.get(name);
    if (!found) {
      counts.set(name, { network, operation, kind, companyId, calls, unanswered });
      return;
    }
    found.calls += calls;
    found.unanswered += unanswered;
  };
  const write = async (): Promise<void> => {
    const taken = [...counts.values()];
    counts = new Map();
    writtenAt = performance.now();
    try {
      await database.within(engineScope, async (db) => {
        await addCalls(db, taken, rule);
        const concerned = taken.filter(({ unanswered }) => unanswered > 0);
        if (concerned.length > 0) await openCircuits(db, concerned, rule);
      });
    } catch {
      // The next write includes them. What a network said must not be lost because of a count.
      for (const one of taken) add(one, one.calls, one.unanswered);
    }
  };
  const writeTogether = coalesce<null, null>({
    send: async (callers) => {
      await write();
      return callers;
    },
    max: 1_000,
  });

  return async (call: BreakerCall, didAnswer: boolean): Promise<void> => {
    add(call, 1, didAnswer ? 0 : 1);
    if (didAnswer && performance.now() - writtenAt < writeEveryMs) return;
    await writeTogether(null);
    if (!didAnswer) onUnanswered();
  };
}
