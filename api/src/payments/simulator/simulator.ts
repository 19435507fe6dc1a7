import { randomBytes } from 'node:crypto';
import fastify, { type FastifyInstance } from 'fastify';
import { serveAirtel } from './airtel-interface.ts';
import { createCallbackSender } from './callbacks.ts';
import { serveControl, type SimulatorControl } from './control.ts';
import { openJournal } from './journal.ts';
import { simulatorKeys, type SimulatorKeys } from './keys.ts';
import { serveMtn } from './mtn-interface.ts';
import type { Network } from './network.ts';
import type { Order } from './order.ts';
import { createOrders } from './orders.ts';
import { servePhonePage } from './phone-page.ts';
import { createTokens } from './tokens.ts';

export interface SimulatorOptions {
  /** How long a person takes to decide. */
  readonly delayMs?: number;
  /** How long after a failure was told the late success comes. */
  readonly lateAfterMs?: number;
  /** Where the server is reached for Airtel's callbacks; MTN is told with each order. */
  readonly callbackBase?: () => string | null;
  /** Remembers orders over a restart. */
  readonly stateFile?: string | null;
  /** The keys come from it; made up when left out. */
  readonly secret?: string;
}

export interface Simulator extends SimulatorControl {
  readonly app: FastifyInstance;
  /** What a connector needs to talk to it. */
  keysAt(baseUrl: string): SimulatorKeys;
  orders(): Order[];
  revokeTokens(): void;
  tokenCount(): number;
}

const usualDelayMs = 3_000;
const usualLateAfterMs = 10_000;

/** Both networks in one server of its own, over HTTP as the real ones. */
export function createSimulator(options: SimulatorOptions = {}): Simulator {
  const secret = options.secret ?? randomBytes(32).toString('hex');
  const keys = simulatorKeys(secret, '');
  let delayMs = options.delayMs ?? usualDelayMs;
  let isOut = false;

  const journal = openJournal(options.stateFile ?? null);
  const callbacks = createCallbackSender({
    keys,
    airtelUrl: () => {
      const base = options.callbackBase?.();
      return base ? `${base}/callbacks/airtel` : null;
    },
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
  });
  const network: Network = {
    keys,
    orders,
    callbacks,
    tokens: createTokens(),
    isOut: () => isOut,
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
  };

  // Some requests are left without an answer on purpose; they must not hold up its end.
  const app = fastify({ forceCloseConnections: true, routerOptions: { maxParamLength: 200 } });
  app.addHook('onClose', async () => {
    orders.stop();
    await journal.close();
  });
  serveMtn(app, network);
  serveAirtel(app, network);
  servePhonePage(app, network, () => delayMs);
  serveControl(app, network, control);
  return {
    app,
    ...control,
    keysAt: (baseUrl) => simulatorKeys(secret, baseUrl),
    orders: () => orders.all(),
    revokeTokens: () => network.tokens.revokeAll(),
    tokenCount: () => network.tokens.count(),
  };
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
  // People type a name, not the address that it stands for.
  if (host === 'localhost') address.hostname = 'localhost';
  const url = address.origin;
  return { ...simulator, url, keys: simulator.keysAt(url), stop: () => simulator.app.close() };
}
