import { createStaff, type TestActor } from './actors.ts';
import type { TestAnswer, TestApp } from './app.ts';
import { decide } from './settlements.ts';

/** One person asks to close a day, and another approves. The answer is the refusal, or the day as it is then. */
export async function closeDay(
  test: TestApp,
  staff: TestActor,
  day: string,
  approver?: TestActor,
): Promise<TestAnswer> {
  const path = `/Accounting/days/${day}/close`;
  const asked = await test.call(staff, 'POST', path, {});
  const approvalId = asked.body.data?.approvalId;
  if (asked.status !== 200 || !approvalId) return asked;
  const done = await decide(test, approver ?? (await createStaff(test.owner)), approvalId);
  if (done.status !== 200) return done;
  const days = await test.call(staff, 'GET', '/Accounting/days');
  const data = days.body.data.find((one: { day: string }) => one.day === day);
  return { ...done, body: { ...done.body, data } };
}
