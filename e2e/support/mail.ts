import type { APIRequestContext } from '@playwright/test';
import { expect } from '@playwright/test';
import { sessionOf } from './sign-in.ts';

interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

/** The path of the link in the newest mail with this subject to this person, from the mailbox. */
export async function linkMailedTo(
  request: APIRequestContext,
  address: string,
  subject: RegExp,
): Promise<string> {
  const { authToken } = await sessionOf(request, 'admin@sente.test');
  const headers = { authorization: `Bearer ${authToken}` };
  const { data } = await (await request.get('/api/Networks', { headers })).json();
  const mails = async (): Promise<Mail[]> =>
    (await request.get(`${data[0].simulatorUrl}/simulator/mails`)).json();
  const find = async () =>
    (await mails()).find((mail) => mail.to === address && subject.test(mail.subject))?.text;
  await expect.poll(find, `a mail to ${address}`).toBeDefined();
  const [, path = ''] = /https?:\/\/[^/\s]+(\/\S+#\S+)/.exec((await find()) ?? '') ?? [];
  return path;
}
