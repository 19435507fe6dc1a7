import { setTimeout as sleep } from 'node:timers/promises';
import { beforeEach, expect, it } from 'vitest';
import { createTestDatabase } from '../../../test/database.ts';
import { createBreaker, type Breaker } from './breaker.ts';

const { database, owner } = await createTestDatabase();

beforeEach(() =>
  owner.rows('update networks set failures = 0, opened_until = null, last_answer_at = null'),
);

/** Reads the table each time, like servers that do not share memory. */
const server = (openForMs = 60_000): Breaker =>
  createBreaker(database, { openForMs, freshForMs: 0, writeEveryMs: 0 });

async function fail(breaker: Breaker, times: number): Promise<void> {
  for (let i = 0; i < times; i++) await breaker.note('MTN', false);
}

it('opens after five calls in a row without an answer, for every server', async () => {
  const one = server();
  const other = server();
  await fail(one, 4);
  expect(await other.mayCall('MTN')).toBe(true);
  await fail(other, 1);
  expect(await one.mayCall('MTN')).toBe(false);
  expect(await other.mayCall('MTN')).toBe(false);
  expect(await one.mayCall('AIRTEL')).toBe(true);
});

it('restarts the count with each answer', async () => {
  const breaker = server();
  await fail(breaker, 4);
  await breaker.note('MTN', true);
  await fail(breaker, 4);
  expect(await breaker.mayCall('MTN')).toBe(true);
});

it('lets exactly one of many callers through once the pause is over', async () => {
  const servers = Array.from({ length: 4 }, () => server());
  await fail(server(20), 5);
  await sleep(60);
  const answers = await Promise.all(
    servers.flatMap((breaker) => Array.from({ length: 5 }, () => breaker.mayCall('MTN'))),
  );
  expect(answers.filter(Boolean)).toHaveLength(1);
});

it('stays open when that call gets no answer, and closes when it does', async () => {
  const breaker = server(30);
  await fail(breaker, 5);
  await sleep(60);
  const patient = server();
  expect(await patient.mayCall('MTN')).toBe(true);
  await patient.note('MTN', false);
  expect(await patient.mayCall('MTN')).toBe(false);
  await patient.note('MTN', true);
  expect(await patient.mayCall('MTN')).toBe(true);
  expect(await server().mayCall('MTN')).toBe(true);
});

it('answers to earlier calls do not extend the pause', async () => {
  await fail(server(), 5);
  const before = await owner.row('select opened_until from networks where name = $1', ['MTN']);
  await fail(server(600_000), 3);
  const after = await owner.row('select opened_until from networks where name = $1', ['MTN']);
  expect(after).toEqual(before);
});

it('records successful answers only now and then', async () => {
  const breaker = createBreaker(database, { freshForMs: 60_000, writeEveryMs: 60_000 });
  const answerAt = async () =>
    (
      await owner.row<{ last_answer_at: Date | null }>(
        `select last_answer_at from networks where name = 'MTN'`,
      )
    )?.last_answer_at;
  await breaker.note('MTN', true);
  const first = await answerAt();
  expect(first).toBeInstanceOf(Date);
  await breaker.note('MTN', true);
  expect(await answerAt()).toEqual(first);
  await breaker.note('MTN', false);
  await breaker.note('MTN', true);
  expect(await answerAt()).not.toEqual(first);
});
