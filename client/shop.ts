/**
 * A shop in one file, without a plugin and without a public address: shop.html is its page, orders are kept in a file,
 * and what was paid is asked for (`events`), so that it also works behind the network of a mobile operator.
 *
 *   SENTE_URL=https://pay.example.com SENTE_CHANNEL_ID=... SENTE_SECRET_KEY=... node shop.ts
 *
 * Needs Node 22.18 or newer, and sente-client.ts and shop.html beside it. The key needs the scopes collect and read.
 */
import { readFileSync, realpathSync, renameSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { createSenteClient, SenteError } from './sente-client.ts';
import type { PaymentEvent, SenteClient } from './sente-client.ts';

/** Prices are the shop's: what a browser sends is a wish. */
const goods = [
  { id: 'bread', name: 'a loaf of bread', amount: 5_500 },
  { id: 'milk', name: 'two litres of milk', amount: 4_000 },
  { id: 'soap', name: 'a bar of soap', amount: 3_000 },
] as const;

interface Order {
  readonly name: string;
  readonly amount: number;
  readonly phoneNumber: string;
  readonly state: 'waiting' | 'paid' | 'failed';
  readonly why: string | null;
}

/** What must survive a crash: the orders, and the last event that was dealt with. */
interface Book {
  after: number | null;
  readonly orders: Record<string, Order>;
}

export interface ShopOptions {
  readonly sente: SenteClient;
  readonly file: string;
  readonly signal?: AbortSignal;
}

export function createShop({ sente, file, signal }: ShopOptions): {
  readonly server: Server;
  /** Runs until the signal. */
  readonly hear: () => Promise<void>;
} {
  const book = readBook(file);
  const change = (number: string, order: Order): Order => {
    book.orders[number] = order;
    keepBook(file, book);
    return order;
  };

  /** Kept before the phone is asked: after a crash the same number is the same payment. */
  const buy = async (number: string, wish: { goods?: unknown; phoneNumber?: unknown }) => {
    const known = book.orders[number];
    const chosen = goods.find(({ id }) => id === wish.goods);
    if (!known && !chosen) return null;
    const order =
      known ??
      change(number, {
        name: chosen?.name ?? '',
        amount: chosen?.amount ?? 0,
        phoneNumber: String(wish.phoneNumber),
        state: 'waiting',
        why: null,
      });
    if (order.state !== 'waiting') return order;
    try {
      const { phoneNumber, amount } = order;
      await sente.collect({ phoneNumber, amount, reference: number }, { idempotencyKey: number });
      return order;
    } catch (error) {
      // Without an answer nobody knows: it stays as it is, and is sent again with the same key.
      if (!(error instanceof SenteError) || isUnknown(error)) return order;
      const why = Object.values(error.fields)[0] ?? error.message;
      return change(number, { ...order, state: 'failed', why });
    }
  };

  const note = ({ type, data: { reference, amount, reason } }: PaymentEvent): void => {
    const order = reference === null ? undefined : book.orders[reference];
    if (!order || reference === null) return;
    // Also of what had failed: the money is there.
    if (type === 'payment.succeeded' && amount === order.amount) {
      change(reference, { ...order, state: 'paid', why: null });
    } else if (type === 'payment.failed' && order.state === 'waiting') {
      change(reference, { ...order, state: 'failed', why: reason ?? 'It was refused' });
    }
  };

  const hear = async (): Promise<void> => {
    while (!signal?.aborted) {
      try {
        book.after ??= (await sente.events({ limit: 1 })).lastSequence;
        const { events } = await sente.events({ after: book.after, limit: 100, wait: 25 });
        for (const event of events) {
          if (event.type === 'payment.succeeded' || event.type === 'payment.failed') note(event);
          book.after = event.sequence;
          keepBook(file, book);
        }
      } catch (error) {
        console.error(error instanceof Error ? error.message : error);
        await sleep(2_000, undefined, signal && { signal }).catch(() => {});
      }
    }
  };

  const server = createServer((request, response) => {
    void answer(request, book, buy).then(
      ([status, type, body]) => response.writeHead(status, { 'content-type': type }).end(body),
      () => response.writeHead(500).end(),
    );
  });
  return { server, hear };
}

function isUnknown({ status }: SenteError): boolean {
  return status === 0 || status >= 500 || status === 429;
}

type Buy = (
  number: string,
  wish: { goods?: unknown; phoneNumber?: unknown },
) => Promise<Order | null>;

async function answer(
  request: IncomingMessage,
  book: Book,
  buy: Buy,
): Promise<[status: number, type: string, body: string]> {
  const json = (status: number, value: unknown) =>
    [status, 'application/json', JSON.stringify(value)] as [number, string, string];
  const { method, url } = request;
  if (method === 'GET' && url === '/') {
    const page = readFileSync(new URL('shop.html', import.meta.url), 'utf8');
    return [200, 'text/html; charset=utf-8', page];
  }
  if (method === 'GET' && url === '/goods') return json(200, goods);
  const number = /^\/orders\/([\w-]{36})$/.exec(url ?? '')?.[1];
  if (!number) return json(404, { why: 'Nothing is here' });
  if (method === 'PUT') {
    const wish: unknown = JSON.parse(await text(request));
    const order = await buy(number, typeof wish === 'object' && wish !== null ? wish : {});
    return order ? json(200, order) : json(400, { state: 'failed', why: 'We do not sell that' });
  }
  const order = book.orders[number];
  return order ? json(200, order) : json(404, { why: 'No such order' });
}

/** A file that cannot be read is left for people to mend: an empty book in its place would forget paid orders. */
function readBook(file: string): Book {
  try {
    const book = JSON.parse(readFileSync(file, 'utf8')) as Partial<Book> | null;
    const { after, orders } = book ?? {};
    if (after !== undefined && typeof orders === 'object' && orders !== null) {
      return { after, orders };
    }
  } catch (error) {
    if ((error as { code?: unknown }).code === 'ENOENT') return { after: null, orders: {} };
    if (!(error instanceof SyntaxError)) throw error;
  }
  throw new Error(`${file} is not a book of orders: put it right, or move it away`);
}

/** Whole or not at all: a file that is half written would be a lost book. */
function keepBook(file: string, book: Book): void {
  writeFileSync(`${file}.new`, JSON.stringify(book, null, 2), { flush: true });
  renameSync(`${file}.new`, file);
}

if (process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  const sente = createSenteClient({
    baseUrl: process.env['SENTE_URL'] ?? 'http://localhost:3000',
    channelId: process.env['SENTE_CHANNEL_ID'] ?? '',
    secretKey: process.env['SENTE_SECRET_KEY'] ?? '',
  });
  const { server, hear } = createShop({ sente, file: process.env['SHOP_FILE'] ?? 'shop.json' });
  const port = Number(process.env['SHOP_PORT'] ?? 4000);
  server.listen(port, 'localhost', () => console.log(`The shop is at http://localhost:${port}`));
  await hear();
}
