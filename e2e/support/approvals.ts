import { expect, type APIRequestContext } from '@playwright/test';
import { sessionOf } from './sign-in.ts';

/** Approves a request, or the oldest one of a company, about a user or of a kind, as another member of staff. */
export async function approveAs(
  request: APIRequestContext,
  email: string,
  which: { id: string } | { companyId: string } | { userId: string } | { kind: string },
): Promise<void> {
  const { authToken } = await sessionOf(request, email);
  const headers = { authorization: `Bearer ${authToken}` };
  const query = 'companyId' in which ? `?companyId=${which.companyId}` : '?page=1&pageSize=100';
  const path = 'id' in which ? `/${which.id}` : 'kind' in which ? `?kind=${which.kind}` : query;
  const { data } = await (await request.get(`/api/Approvals${path}`, { headers })).json();
  const { id, askedAt } = Array.isArray(data)
    ? data.find(({ userId }) => !('userId' in which) || userId === which.userId)
    : data;
  const answer = await request.post(`/api/Approvals/${id}/approve`, { headers, data: { askedAt } });
  expect(answer.ok(), await answer.text()).toBe(true);
}
