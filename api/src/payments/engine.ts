import type { Logger } from 'pino';
import type { Database } from '../db/database.ts';
import { createAcceptance, type Acceptance } from './acceptance.ts';
import { usualAsking, type AskingOptions } from './asking.ts';
import { createFindSystemAccounts, type FindSystemAccounts } from './booking.ts';
import { createCallbacks, type Callbacks } from './callbacks.ts';
import { createBreaker, type BreakerOptions } from './networks/breaker.ts';
import type { Connector } from './networks/connector.ts';
import { createNumbering } from './networks/phone-numbers.ts';
import { createRunner, usualRunning, type Runner } from './runner.ts';
import { createSettlement } from './settlement.ts';
import { createTalk } from './talk.ts';

/** All that carries a payment from the order to its end. */
export interface PaymentsEngine {
  readonly acceptance: Acceptance;
  readonly callbacks: Callbacks;
  readonly runner: Runner;
  readonly findSystemAccounts: FindSystemAccounts;
  readonly connectors: readonly Connector[];
}

interface EngineParts {
  readonly database: Database;
  readonly connectors: readonly Connector[];
  readonly logger: Logger;
}

interface EngineOptions {
  readonly asking?: AskingOptions;
  readonly breaker?: BreakerOptions;
  readonly running?: Partial<typeof usualRunning>;
}

/** It takes orders at once; `runner.start` begins to carry them on. */
export function createEngine(
  { database, connectors, logger }: EngineParts,
  options: EngineOptions = {},
): PaymentsEngine {
  const talk = createTalk(connectors, createBreaker(database, options.breaker));
  const findSystemAccounts = createFindSystemAccounts(database);
  const settlement = createSettlement(database, findSystemAccounts);
  const runner = createRunner(
    { database, talk, settlement, logger },
    { asking: options.asking ?? usualAsking, ...usualRunning, ...options.running },
  );
  return {
    acceptance: createAcceptance(
      database,
      createNumbering(database),
      new Set(connectors.map(({ network }) => network)),
      () => runner.wake(),
    ),
    callbacks: createCallbacks(database, talk, settlement),
    runner,
    findSystemAccounts,
    connectors,
  };
}
