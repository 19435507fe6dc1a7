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

/** Whatever had to wait for a second person is approved; the answer then has the user as it is now. */
export async function grantedWithTwo(test: TestApp, answer: TestAnswer): Promise<TestAnswer> {
  const approvalId = (answer.body.meta as { approvalId: string | null } | undefined)?.approvalId;
  if (answer.status !== 200 || !approvalId) return answer;
  const approver = await createStaff(test.owner);
  const { askedAt } = (await test.call(approver, 'GET', `/Approvals/${approvalId}`)).body.data;
  const path = `/Approvals/${approvalId}/approve`;
  const approved = await test.call(approver, 'POST', path, { askedAt });
  if (approved.status !== 200) return approved;
  return test.call(approver, 'GET', `/User/${answer.body.data.id}`);
}
