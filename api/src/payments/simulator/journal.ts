import { createWriteStream, existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import type { Order } from './order.ts';

/** Keeps orders across restarts: one line per change, the last line of an order counts. */
export interface Journal {
  readonly orders: readonly Order[];
  write(order: Order): void;
  close(): Promise<void>;
}

/** Longer than anybody asks about an order: failed ones for 30 days. */
const keptForMs = 32 * 24 * 3_600_000;

export function openJournal(file: string | null): Journal {
  if (file === null) return { orders: [], write: () => {}, close: async () => {} };
  const orders = existsSync(file) ? readOrders(readFileSync(file, 'utf8')) : [];
  // Phone numbers are nobody else's business.
  const lines = orders.map((order) => `${JSON.stringify(order)}\n`).join('');
  writeFileSync(`${file}.new`, lines, { mode: 0o600 });
  renameSync(`${file}.new`, file);
  const stream = createWriteStream(file, { flags: 'a' });
  // Continues without persistence if the disk is full.
  stream.on('error', () => {});
  return {
    orders,
    write: (order) => void stream.write(`${JSON.stringify(order)}\n`),
    close: () => new Promise((resolve) => stream.end(() => resolve())),
  };
}

function readOrders(text: string): Order[] {
  const orders = new Map<string, Order>();
  for (const line of text.split('\n')) {
    // The last line may be incomplete after a kill.
    const order = parseOrder(line);
    if (order) orders.set(order.id, order);
  }
  const oldest = Date.now() - keptForMs;
  return [...orders.values()].filter(({ createdAt }) => createdAt >= oldest);
}

function parseOrder(line: string): Order | null {
  try {
    return line ? (JSON.parse(line) as Order) : null;
  } catch {
    return null;
  }
}
