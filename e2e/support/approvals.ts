import { expect, type APIRequestContext } from '@playwright/test';
import { sessionOf } from './sign-in.ts';

/** Approves a request, or the oldest one of a company, as another member of staff. */
export async function approveAs(
  request: APIRequestContext,
  email: string,
  which: { id: string } | { companyId: string },
): Promise<void> {
  const { authToken } = await sessionOf(request, email);
  const headers = { authorization: `Bearer ${authToken}` };
  const path = 'id' in which ? `/${which.id}` : `?companyId=${which.companyId}`;
  const { data } = await (await request.get(`/api/Approvals${path}`, { headers })).json();
  const { id, askedAt } = 'id' in which ? data : data[0];
  const answer = await request.post(`/api/Approvals/${id}/approve`, { headers, data: { askedAt } });
  expect(answer.ok(), await answer.text()).toBe(true);
}
