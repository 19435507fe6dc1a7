import type { Logger } from 'pino';
import type { Database } from '../db/database.ts';
import { createBreaker, type BreakerOptions } from './networks/breaker.ts';
import type { Connector } from './networks/connector.ts';
import { createNumbering } from './networks/phone-numbers.ts';
import { createAcceptance, type Acceptance } from './orders/acceptance.ts';
import { createCallbacks, type Callbacks } from './running/callbacks.ts';
import type { SpacedOptions } from './running/spaced.ts';
import { createLateQuestions, type LateQuestions } from './running/late-questions.ts';
import { createNetworkCalls } from './running/network-calls.ts';
import { defaultPolling, type PollOptions } from './settling/poll-schedule.ts';
import { createRunner, defaultRunning, type Runner } from './running/runner.ts';
import { createFindSystemAccounts, type FindSystemAccounts } from './settling/payment-postings.ts';
import { createSettlement } from './settling/settlement.ts';

/** The parts that process a payment from the order to its end. */
export interface PaymentsEngine {
  readonly acceptance: Acceptance;
  readonly callbacks: Callbacks;
  readonly runner: Runner;
  readonly lateQuestions: LateQuestions;
  readonly findSystemAccounts: FindSystemAccounts;
  readonly connectors: readonly Connector[];
}

interface EngineParts {
  readonly database: Database;
  readonly connectors: readonly Connector[];
  readonly logger: Logger;
}

interface EngineOptions {
  readonly polling?: PollOptions;
  readonly breaker?: BreakerOptions;
  readonly running?: Partial<typeof defaultRunning>;
  /** Of status calls that callbacks about the same payment cause. */
  readonly spacing?: SpacedOptions;
}

/** Accepts orders at once; `runner.start` begins to process them. */
export function createEngine(
  { database, connectors, logger }: EngineParts,
  options: EngineOptions = {},
): PaymentsEngine {
  const calls = createNetworkCalls(connectors, createBreaker(database, options.breaker));
  const findSystemAccounts = createFindSystemAccounts(database);
  const polling = options.polling ?? defaultPolling;
  const settlement = createSettlement(database, findSystemAccounts, polling);
  const runner = createRunner(
    { database, calls, settlement, logger },
    { polling, ...defaultRunning, ...options.running },
  );
  return {
    acceptance: createAcceptance(
      database,
      createNumbering(database),
      (network, direction) =>
        connectors.some((one) => one.network === network && one.directions.includes(direction)),
      (order) => runner.wake(order),
    ),
    callbacks: createCallbacks(database, calls, settlement, options.spacing),
    runner,
    lateQuestions: createLateQuestions({ database, calls, settlement, connectors, logger }),
    findSystemAccounts,
    connectors,
  };
}
