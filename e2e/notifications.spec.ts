import type { APIRequestContext, Page } from '@playwright/test';
import { listenForMails } from '../api/test/smtp-listener.ts';
import { startDemoServer } from './support/server.ts';
import { password } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';
import { violations } from './support/violations.ts';

/** A company whose rules ask a colleague about payouts above 50,000 a day. */
const asker = 'ivan@entebbe.test';
const approver = 'sylvia@entebbe.test';

/** A server of its own, which sends mails: that of the other tests shows them in its mailbox. */
test('an approver gets a mail, its link leads to the payout, and no mail if switched off', async ({
  page,
}) => {
  test.setTimeout(240_000);
  const mails = await listenForMails();
  const server = await startDemoServer({
    SENTE_SMTP_URL: mails.url,
    SENTE_MAIL_FROM: 'Sente <no-reply@sente.example>',
  });
  try {
    const ask = await askerOf(page.request, server.url);
    const told = await bellOf(page.request, server.url);
    const title = 'A payout waits for your approval';
    const toApprover = () =>
      mails.received.filter(
        ({ to, subject }) => to?.[0]?.address === approver && subject === title,
      );

    await page.goto(`${server.url}/client/settings?tab=notifications`);
    await signIn(page);
    const email = page
      .getByRole('group', { name: 'Payouts that wait for you' })
      .getByLabel('Email');
    await expect(email).toBeChecked();
    expect(await violations(page)).toEqual([]);
    await email.click();
    await expect(email).not.toBeChecked();
    const withoutMail = await ask();
    await expect.poll(told, { timeout: 60_000 }).toContain(`/client/approvals/${withoutMail}`);

    await email.click();
    await expect(email).toBeChecked();
    const withMail = await ask();
    // The first mail: the other payout made none.
    await expect.poll(() => toApprover().length, { timeout: 60_000 }).toBe(1);
    const [mail] = toApprover();
    expect(mail?.text).not.toContain(withoutMail);
    const [link = ''] =
      new RegExp(`http\\S+/client/approvals/${withMail}`).exec(mail?.text ?? '') ?? [];

    await page.getByRole('button', { name: 'Sign out' }).click();
    await expect(page.getByLabel('Password', { exact: true })).toBeVisible();
    await page.goto(link);
    await signIn(page);
    await expect(page).toHaveURL(new RegExp(`/client/approvals/${withMail}$`));
    await expect(page.getByText('Pay UGX 120,000 to')).toBeVisible();
  } finally {
    await server.stop();
    await mails.close();
  }
});

async function signIn(page: Page): Promise<void> {
  await page.getByLabel('Email').fill(approver);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
}

async function sessionAt(request: APIRequestContext, url: string, email: string) {
  const answer = await request.post(`${url}/api/Auth/login`, { data: { email, password } });
  const { token, user } = (await answer.json()).data;
  return { headers: { authorization: `Bearer ${token}` }, companyId: user.companyId };
}

/** Asks for a payout and returns the id of its request. */
async function askerOf(request: APIRequestContext, url: string): Promise<() => Promise<string>> {
  const { headers, companyId } = await sessionAt(request, url, asker);
  const accounts = await request.get(`${url}/api/Account/company/${companyId}`, { headers });
  const accountId = (await accounts.json()).data[0].id;
  return async () => {
    const asked = await request.post(`${url}/api/Transaction/company/${companyId}/requests`, {
      headers,
      data: {
        kind: 'send-money',
        accountId,
        amount: 120_000,
        phoneNumber: '0772000001',
        network: 'MTN',
        note: 'Laundry',
      },
    });
    expect(asked.ok(), await asked.text()).toBe(true);
    const mine = await request.get(`${url}/api/Approvals?tab=mine`, { headers });
    const requests: { id: string; askedAt: string }[] = (await mine.json()).data;
    return requests.toSorted((a, b) => b.askedAt.localeCompare(a.askedAt))[0]?.id ?? '';
  };
}

/** The links of what the approver was told. */
async function bellOf(request: APIRequestContext, url: string): Promise<() => Promise<string[]>> {
  const { headers } = await sessionAt(request, url, approver);
  return async () => {
    const { data } = await (await request.get(`${url}/api/Notifications`, { headers })).json();
    return data.map(({ link }: { link: string }) => link);
  };
}
