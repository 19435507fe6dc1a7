import { describe, expect, it } from 'vitest';
import { coalesce } from './coalesce.ts';

/** A sender whose calls the test answers by hand. */
function slowSender() {
  const calls: { requests: string[]; finish: (error?: Error) => void }[] = [];
  const send = (requests: string[]): Promise<string[]> =>
    new Promise((resolve, reject) => {
      calls.push({
        requests,
        finish: (error) =>
          error ? reject(error) : resolve(requests.map((text) => text.toUpperCase())),
      });
    });
  return { calls, send };
}

const turn = () => new Promise((resolve) => setTimeout(resolve, 1));

describe('coalesce', () => {
  it('sends concurrent items together and answers each its own result', async () => {
    const { calls, send } = slowSender();
    const ask = coalesce({ send, max: 10 });
    const answers = Promise.all([ask('a'), ask('b')]);
    await turn();
    expect(calls.map((call) => call.requests)).toEqual([['a', 'b']]);
    calls[0]?.finish();
    expect(await answers).toEqual(['A', 'B']);
  });

  it('puts items that arrive during a call into the next one', async () => {
    const { calls, send } = slowSender();
    const ask = coalesce({ send, max: 10 });
    const first = ask('a');
    await turn();
    const later = Promise.all([ask('b'), ask('c')]);
    await turn();
    expect(calls).toHaveLength(1);
    calls[0]?.finish();
    await first;
    await turn();
    expect(calls[1]?.requests).toEqual(['b', 'c']);
    calls[1]?.finish();
    expect(await later).toEqual(['B', 'C']);
  });

  it('halves what waits by its groups while there is time for two calls', async () => {
    const { calls, send } = slowSender();
    const groupOf = (text: string) => text[0] ?? '';
    const ask = coalesce({ send, max: 100, groupOf, mayOverlap: () => true });
    const many = (...groups: string[]) =>
      groups.flatMap((group) => Array.from({ length: 10 }, (_, n) => `${group}${n}`));
    const answers = Promise.all(many('a', 'b', 'c', 'd').map(ask));
    await turn();
    expect(calls.map((call) => call.requests)).toEqual([many('a', 'b'), many('c', 'd')]);
    // What is of a group that is running, and too few others, wait.
    const more = Promise.all(['a10', 'e1'].map(ask));
    await turn();
    expect(calls).toHaveLength(2);
    for (const call of calls) call.finish();
    await answers;
    await turn();
    expect(calls[2]?.requests).toEqual(['a10', 'e1']);
    calls[2]?.finish();
    await more;
  });

  it('never halves one group, nor without time for it', async () => {
    const { calls, send } = slowSender();
    const items = Array.from({ length: 40 }, (_, n) => String(n));
    const oneGroup = coalesce({ send, max: 100, groupOf: () => 'one', mayOverlap: () => true });
    const busy = coalesce({ send, max: 100, groupOf: (text) => text, mayOverlap: () => false });
    const answers = Promise.all([...items.map(oneGroup), ...items.map(busy)]);
    await turn();
    expect(calls.map((call) => call.requests.length)).toEqual([40, 40]);
    for (const call of calls) call.finish();
    await answers;
  });

  it('starts another call only when one is full, at most three', async () => {
    const { calls, send } = slowSender();
    const ask = coalesce({ send, max: 2 });
    const answers = Promise.all(['a', 'b', 'c'].map(ask));
    await turn();
    expect(calls.map((call) => call.requests)).toEqual([['a', 'b']]);
    const more = Promise.all(['d', 'e', 'f', 'g', 'h'].map(ask));
    await turn();
    expect(calls.map((call) => call.requests)).toEqual([
      ['a', 'b'],
      ['c', 'd'],
      ['e', 'f'],
    ]);
    for (let index = 0; index < 4; index++) {
      calls[index]?.finish();
      await turn();
    }
    expect(await answers).toEqual(['A', 'B', 'C']);
    expect(await more).toEqual(['D', 'E', 'F', 'G', 'H']);
  });

  it('keeps groups apart while other groups wait', async () => {
    const { calls, send } = slowSender();
    const ask = coalesce({ send, max: 2, groupOf: (text) => text.slice(0, 1) });
    const answers = Promise.all(['a1', 'a2', 'a3', 'b1', 'b2', 'a4', 'a5'].map(ask));
    await turn();
    expect(calls.map((call) => call.requests)).toEqual([
      ['a1', 'a2'],
      ['b1', 'b2'],
      ['a3', 'a4'],
    ]);
    for (let index = 0; index < 4; index++) {
      calls[index]?.finish();
      await turn();
    }
    expect(await answers).toHaveLength(7);
  });

  it('never runs the same key twice at a time', async () => {
    const { calls, send } = slowSender();
    const ask = coalesce({ send, max: 2, keyOf: (text) => text });
    const answers = Promise.all(['a', 'a', 'b', 'a', 'c'].map(ask));
    await turn();
    expect(calls[0]?.requests).toEqual(['a', 'b']);
    for (let index = 0; index < 4; index++) {
      calls[index]?.finish();
      await turn();
    }
    expect(calls.map((call) => call.requests)).toEqual([['a', 'b'], ['c'], ['a'], ['a']]);
    expect(await answers).toEqual(['A', 'A', 'B', 'A', 'C']);
  });

  it('fails the whole call unless a single item may be at fault', async () => {
    const send = async (requests: string[]): Promise<string[]> => {
      if (requests.includes('bad')) throw new Error('refused');
      return requests;
    };
    const outcome = (alone: boolean) => {
      const ask = coalesce({ send, max: 10, mayBeOnesFault: () => alone });
      return Promise.all(
        ['good', 'bad', 'fine'].map((text) => ask(text).catch((error: Error) => error.message)),
      );
    };
    expect(await outcome(false)).toEqual(['refused', 'refused', 'refused']);
    expect(await outcome(true)).toEqual(['good', 'refused', 'fine']);
  });
});
