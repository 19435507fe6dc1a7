import { randomBytes } from 'node:crypto';
import fastify, { type FastifyInstance } from 'fastify';
import { serveAirtel } from './airtel-interface.ts';
import { createBank, serveBank } from './bank.ts';
import { createCallbackSender } from './callbacks.ts';
import { serveControl, type SimulatorControl } from './control.ts';
import { openJournal } from './journal.ts';
import { createKeyPair } from './key-pair.ts';
import { simulatorKeys, type SimulatorKeys } from './keys.ts';
import { serveMtn } from './mtn-interface.ts';
import type { Network } from './network.ts';
import type { Order } from './order.ts';
import { createOrders } from './orders.ts';
import { servePhonePage } from './phone-page.ts';
import { serveStatements } from './statements.ts';
import { createTokens } from './tokens.ts';
import { isCovered } from './wallets.ts';

export interface SimulatorOptions {
  /** Delay before the simulated person decides. */
  readonly delayMs?: number;
  /** Delay of a late success after the failure was reported. */
  readonly lateAfterMs?: number;
  /** Base URL for Airtel's callbacks; MTN gets its URL with each order. */
  readonly callbackBase?: () => string | null;
  /** File that keeps orders across restarts. */
  readonly stateFile?: string | null;
  /** Overrules the number of an order; null: it does not. */
  readonly chosenFor?: Network['chosenFor'];
  /** Seed of the keys; random by default. */
  readonly secret?: string;
  /** Adds the page that shows mails. */
  readonly serveMailbox?: ((app: FastifyInstance) => void) | null;
}

export interface Simulator extends SimulatorControl {
  readonly app: FastifyInstance;
  /** The settings for a connector. */
  keysAt(baseUrl: string): SimulatorKeys;
  orders(): Order[];
  revokeTokens(): void;
  /** Other keys for Airtel's signatures and PINs. */
  rotateKeys(): void;
  tokenCount(): number;
}

const usualDelayMs = 3_000;
const usualLateAfterMs = 10_000;

/** Both networks, and the provider's bank, in one HTTP server. */
export function createSimulator(options: SimulatorOptions = {}): Simulator {
  const secret = options.secret ?? randomBytes(32).toString('hex');
  const keys = simulatorKeys(secret, '');
  let delayMs = options.delayMs ?? usualDelayMs;
  let isOut = false;
  let tellsFloat = true;

  const journal = openJournal(options.stateFile ?? null);
  const callbacks = createCallbackSender({
    keys,
    airtelUrl: () => airtelUrlAt(options.callbackBase?.() ?? null),
    onSent: (order, sent) => {
      order.callbacks.push(sent);
      if (order.state === 'failed' && !sent.isForged) orders.failureTold(order);
      else orders.save(order);
    },
  });
  const orders = createOrders({
    journal,
    delayMs,
    lateAfterMs: options.lateAfterMs ?? usualLateAfterMs,
    onFinished: (order) => callbacks.onFinished(order),
    isCovered: (order) => isCovered(network, order),
  });
  const network: Network = {
    keys,
    orders,
    callbacks,
    tokens: createTokens(),
    chosenFor: options.chosenFor ?? (async () => null),
    isOut: () => isOut,
    tellsFloat: () => tellsFloat,
    keyPair: createKeyPair(),
    refunds: new Map(),
    troubled: new Map(),
  };
  const control: SimulatorControl = {
    setDelay: (value) => {
      delayMs = value;
      orders.setDelay(value);
    },
    setOut: (value) => {
      isOut = value;
    },
    setTellsFloat: (value) => {
      tellsFloat = value;
    },
  };

  // Some requests are deliberately never answered; they must not delay stopping.
  const app = fastify({ forceCloseConnections: true, routerOptions: { maxParamLength: 200 } });
  app.addHook('onClose', async () => {
    orders.stop();
    await journal.close();
  });
  serveMtn(app, network);
  void app.register(async (scope) => serveAirtel(scope, network));
  servePhonePage(app, network, { delayMs: () => delayMs, hasMailbox: !!options.serveMailbox });
  const bank = createBank(options.stateFile ? `${options.stateFile}.bank` : null);
  serveBank(app, bank);
  serveStatements(app, network, bank);
  options.serveMailbox?.(app);
  serveControl(app, network, control);
  return {
    app,
    ...control,
    keysAt: (baseUrl) => simulatorKeys(secret, baseUrl),
    orders: () => orders.all(),
    revokeTokens: () => network.tokens.revokeAll(),
    rotateKeys: () => network.keyPair.rotate(),
    tokenCount: () => network.tokens.count(),
  };
}

function airtelUrlAt(base: string | null): string | null {
  return base ? `${base}/callbacks/airtel` : null;
}

export interface RunningSimulator extends Simulator {
  /** Such as http://localhost:3001. */
  readonly url: string;
  readonly keys: SimulatorKeys;
  stop(): Promise<void>;
}

export interface ListenOptions {
  readonly host: string;
  readonly port: number;
}

export async function startSimulator(
  { host, port }: ListenOptions,
  options: SimulatorOptions = {},
): Promise<RunningSimulator> {
  const simulator = createSimulator(options);
  const address = new URL(await simulator.app.listen({ host, port }));
  // Prefer the name over the IP address.
  if (host === 'localhost') address.hostname = 'localhost';
  const url = address.origin;
  return { ...simulator, url, keys: simulator.keysAt(url), stop: () => simulator.app.close() };
}
