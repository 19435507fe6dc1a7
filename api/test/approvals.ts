import { createStaff, type TestActor } from './actors.ts';
import type { TestAnswer, TestApp } from './app.ts';

/** Asks as one person and approves as another one; a refusal of either is the answer. */
async function approveAs(
  test: TestApp,
  approver: TestActor,
  asked: TestAnswer,
): Promise<TestAnswer> {
  if (asked.status !== 200) return asked;
  const { id, askedAt } = asked.body.data;
  return test.call(approver, 'POST', `/Approvals/${id}/approve`, { askedAt });
}

/** Reverses a transaction with a second person. The data of the answer has the id of the reversal. */
export async function reverseWithTwo(
  test: TestApp,
  asker: TestActor,
  transactionId: string,
  reason = 'x',
): Promise<TestAnswer> {
  const approver = await createStaff(test.owner);
  const path = `/Transaction/${transactionId}/reverse`;
  const answer = await approveAs(test, approver, await test.call(asker, 'POST', path, { reason }));
  if (answer.status !== 200) return answer;
  return { ...answer, body: { ...answer.body, data: { id: answer.body.data.transactionId } } };
}
