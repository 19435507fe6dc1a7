import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { afterEach, expect } from 'vitest';
import type { TestActor } from './actors.ts';

/* A stream of changes as a browser reads it; it is closed after the test. */

const open: (() => void)[] = [];
afterEach(() => {
  for (const close of open.splice(0)) close();
});

export interface LiveReader {
  /** The topics of the next event. */
  next(): Promise<string[]>;
}

export async function listenLive(origin: string, actor: TestActor): Promise<LiveReader> {
  const headers = { authorization: `Bearer ${actor.token}` };
  const sent = request(`${origin}/api/Live`, { headers }).end();
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  expect(answer.statusCode).toBe(200);
  expect(answer.headers['content-type']).toContain('text/event-stream');
  expect(answer.headers['cache-control']).toContain('no-store');
  const close = () => void sent.destroy();
  open.push(close);
  const events = eventsOf(answer);
  // It begins to hear with its first bytes.
  await events.next();
  return { next: async () => (await events.next()).value };
}

async function* eventsOf(answer: IncomingMessage): AsyncGenerator<string[], string[]> {
  answer.setEncoding('utf8');
  for await (const text of answer) {
    for (const part of String(text).split('\n\n')) {
      if (part === ':') yield [];
      if (part.startsWith('data: ')) yield JSON.parse(part.slice(6)).topics;
    }
  }
  return ['the end'];
}
