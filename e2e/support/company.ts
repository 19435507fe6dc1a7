import type { Page } from '@playwright/test';
import { sessionOf } from './sign-in.ts';

export interface NewCompany {
  readonly id: string;
  readonly name: string;
  readonly phone: string;
  /** The token of the administrator who created it. */
  readonly headers: { readonly authorization: string };
}

/** A company of one test alone, so that parallel tests do not conflict. */
export async function createCompany(
  { request }: Pick<Page, 'request'>,
  label: string,
): Promise<NewCompany> {
  const { authToken } = await sessionOf(request, 'admin@sente.test');
  const headers = { authorization: `Bearer ${authToken}` };
  const stamp = `${Date.now()}-${Math.floor(Math.random() * 1e6)}`;
  const name = `${label} ${stamp}`;
  const email = `${label.toLowerCase()}-${stamp}@example.test`;
  const phone = '+256772555000';
  const data = { name, email, phone, address: 'Test Street 1, Kampala' };
  const response = await request.post('/api/Company', { headers, data });
  if (!response.ok()) throw new Error(`${name} cannot be created: ${await response.text()}`);
  const { id } = (await response.json()).data;
  return { id, name, phone, headers };
}
