import { expect } from 'vitest';
import type { TestActor } from './actors.ts';
import type { TestApp } from './app.ts';

/** A page as a browser without scripts has it. */
export interface Opened {
  readonly status: number;
  readonly text: string;
  readonly headers: Record<string, unknown>;
  /** Where a redirect led to. */
  readonly location: string | null;
}

/** Somebody with a browser of their own, which keeps cookies. */
export interface Payer {
  open(path: string): Promise<Opened>;
  /** Opens the page, fills its form in and sends it. */
  pay(path: string, fields?: Readonly<Record<string, string>>): Promise<Opened>;
  send(path: string, fields: Readonly<Record<string, string>>, headers?: object): Promise<Opened>;
  /** Until the page of a checkout shows this. */
  sees(path: string, shown: string | RegExp): Promise<Opened>;
}

export function createPayer({ app }: Pick<TestApp, 'app'>, address = '197.239.1.1'): Payer {
  const cookies = new Map<string, string>();
  const exchange = async (
    method: 'GET' | 'POST',
    url: string,
    payload?: string,
    more = {},
  ): Promise<Opened> => {
    const response = await app.inject({
      method,
      url,
      remoteAddress: address,
      headers: {
        ...(cookies.size > 0 && { cookie: [...cookies].map((pair) => pair.join('=')).join('; ') }),
        ...(payload !== undefined && { 'content-type': 'application/x-www-form-urlencoded' }),
        ...more,
      },
      ...(payload !== undefined && { payload }),
    });
    const set = [response.headers['set-cookie'] ?? []].flat();
    for (const line of set) {
      const [name = '', value = ''] = line.split(';', 1)[0]?.split('=') ?? [];
      if (line.includes('Max-Age=0;')) cookies.delete(name);
      else cookies.set(name, value);
    }
    // As a browser: a refused form leads to its page.
    if (set.some((line) => /^sente_refused=[^;]/.test(line))) {
      return exchange('GET', response.headers.location ?? '');
    }
    const { location = null } = response.headers as { location?: string };
    const { statusCode: status, body: text, headers } = response;
    return { status, text, headers, location };
  };
  const payer: Payer = {
    open: (path) => exchange('GET', path),
    send: (path, fields, headers) =>
      exchange('POST', path, new URLSearchParams(fields).toString(), headers),
    pay: async (path, fields = {}) => {
      const { action, values } = formIn((await payer.open(path)).text);
      return payer.send(action, { ...values, phoneNumber: '0772 123 456', ...fields });
    },
    sees: async (path, shown) => {
      let last = await payer.open(path);
      await expect
        .poll(async () => (last = await payer.open(path)).text, { timeout: 20_000 })
        .toMatch(shown);
      return last;
    },
  };
  return payer;
}

/** Where the form of a page goes, and what it carries already. */
export function formIn(text: string): { action: string; values: Record<string, string> } {
  const action = /<form method="post" action="([^"]+)"/.exec(text)?.[1];
  if (!action) throw new Error(`There is no form: ${text.slice(text.indexOf('<main'))}`);
  const inputs = text.matchAll(/<input[^>]* name="(\w+)"(?:[^>]* value="([^"]*)")?/g);
  const values = [...inputs]
    .filter(([whole]) => !whole.includes('type="radio"'))
    .map(([, name = '', value = '']) => [name, value]);
  return { action, values: Object.fromEntries(values) };
}

/** Made in the portal; returns its id and the path of its page. */
export async function createLink(
  test: TestApp,
  actor: TestActor,
  fields: Readonly<Record<string, unknown>>,
): Promise<{ id: string; path: string }> {
  const body = { purpose: fields['productId'] ? null : 'Garden chairs', ...fields };
  const answer = await test.call(actor, 'POST', '/PaymentLinks', body);
  expect(answer.status, answer.text).toBe(200);
  const { id, url } = answer.body.data;
  return { id, path: new URL(url).pathname };
}
