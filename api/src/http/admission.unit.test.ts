import { afterEach, describe, expect, it } from 'vitest';
import { createAdmission } from './admission.ts';

const open: ReturnType<typeof createAdmission>[] = [];
afterEach(() => {
  for (const admission of open.splice(0)) admission.stop();
});

/** With the order in which requests got in or were refused, and how each of them leaves. */
function arrange(
  limits: Partial<Parameters<typeof createAdmission>[0]> = {},
  forDatabase = { waiting: 0 },
  isBusy = () => false,
) {
  const usual = { mostAtOnce: 2, mostForDatabase: 10, mostWaitMs: 60_000 };
  const admission = createAdmission(
    { ...usual, ...limits },
    {
      waitingForDatabase: () => forDatabase.waiting,
      isBusy,
    },
  );
  open.push(admission);
  const seen: string[] = [];
  const leaves = new Map<string, () => void>();
  const ask = (name: string): (() => void) =>
    admission.enter(name.charAt(0), (leave) => {
      seen.push(leave ? name : `${name} refused`);
      if (leave) leaves.set(name, leave);
    });
  return { admission, seen, ask, leave: (name: string) => leaves.get(name)?.() };
}

describe('admission', () => {
  it('lets as many in as are worked on at once, and the next when one leaves', () => {
    const { ask, leave, seen, admission } = arrange();
    for (const name of ['a1', 'a2', 'a3']) ask(name);
    expect(seen).toEqual(['a1', 'a2']);
    expect(admission.figures()).toEqual({ running: 2, waiting: 1, refused: 0 });
    leave('a1');
    leave('a1');
    expect(seen).toEqual(['a1', 'a2', 'a3']);
    expect(admission.figures()).toEqual({ running: 2, waiting: 0, refused: 0 });
  });

  it('lets the lanes take turns, however many wait in one of them', () => {
    const { ask, leave, seen } = arrange({ mostAtOnce: 1 });
    for (const name of ['a1', 'a2', 'a3', 'a4', 'b1', 'b2', 'c1']) ask(name);
    for (let turn = 0; turn < 7; turn++) leave(seen.at(-1) ?? '');
    expect(seen).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2', 'a4']);
  });

  it('lets nobody in who left the line', () => {
    const { ask, leave, seen, admission } = arrange({ mostAtOnce: 1 });
    const [, leaveB, leaveC] = ['a1', 'b1', 'c1', 'd1'].map(ask);
    leaveB?.();
    leaveB?.();
    leave('a1');
    leaveC?.();
    expect(seen).toEqual(['a1', 'c1']);
    leave('c1');
    expect(seen).toEqual(['a1', 'c1', 'd1']);
    expect(admission.figures()).toEqual({ running: 1, waiting: 0, refused: 0 });
  });

  it('lets nobody in while too many wait for the database', async () => {
    const database = { waiting: 10 };
    const { ask, seen } = arrange({}, database);
    ask('a1');
    expect(seen).toEqual([]);
    database.waiting = 9;
    await expect.poll(() => seen).toEqual(['a1']);
  });

  it('gives nobody more than a few places while the process is late', async () => {
    let isBusy = true;
    const { ask, leave, seen } = arrange({ mostAtOnce: 100 }, { waiting: 0 }, () => isBusy);
    const few = ['a1', 'a2', 'a3', 'a4'];
    for (const name of [...few, 'a5', 'a6', 'a7']) ask(name);
    expect(seen).toEqual(few);
    leave('a1');
    expect(seen).toEqual([...few, 'a5']);
    ask('b1');
    await expect.poll(() => seen).toEqual([...few, 'a5', 'b1']);
    isBusy = false;
    await expect.poll(() => seen).toEqual([...few, 'a5', 'b1', 'a6', 'a7']);
  });

  it('refuses who has waited too long, and who comes to a lane that is full', async () => {
    const { ask, seen, admission } = arrange({ mostAtOnce: 1, mostWaitMs: 30 });
    const many = ['a2', 'a3', 'a4', 'a5', 'a6'];
    for (const name of ['a1', ...many, 'b1']) ask(name);
    // Whoever asks little may wait a little longer.
    await expect
      .poll(() => seen)
      .toEqual(['a1', ...many.map((name) => `${name} refused`), 'b1 refused']);
    for (let number = 0; number < 1_000; number++) ask(`c${number}`);
    ask('c last');
    expect(seen.at(-1)).toBe('c last refused');
    ask('d1');
    expect(admission.figures()).toMatchObject({ running: 1, waiting: 1_001, refused: 7 });
  });
});
