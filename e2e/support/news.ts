import { expect, request as requests, type APIRequestContext } from '@playwright/test';
import { createCompany } from './company.ts';
import { createPerson } from './people.ts';
import { sessionOf } from './sign-in.ts';

/** What happened in a company of its own, and who hears of it by mail. */
export interface EarlyNews {
  readonly product: string;
  readonly toldOfStock: string;
  readonly toldOfPayment: string;
}

/**
 * The server looks for low stock and for payments once a minute, and for payments half a minute behind. So
 * both happen before the first test, and the test of notifications finds what it would have to wait for. In
 * a company of its own: a company hears of its payments at most every ten minutes.
 */
export async function causeNews(baseURL: string): Promise<EarlyNews> {
  const request = await requests.newContext({ baseURL });
  try {
    const by = 'admin@sente.test';
    const { id: companyId, headers } = await createCompany({ request }, 'News');
    const role = 'Admin';
    const toldOfStock = await createPerson(request, { by, companyId, role });
    // Else the mail about the second administrator is the first one, and that about the stock waits.
    await choose(request, toldOfStock, [{ kind: 'protection', bell: true, mail: false }]);
    const toldOfPayment = await createPerson(request, { by, companyId, role });
    await choose(request, toldOfPayment, [
      { kind: 'payment-received', bell: true, mail: true },
      { kind: 'low-stock', bell: true, mail: false },
    ]);
    const post = async (path: string, data: object) => {
      const answer = await request.post(`/api/${path}`, { headers, data });
      expect(answer.ok(), await answer.text()).toBe(true);
      return (await answer.json()).data;
    };
    const opening = { accountName: 'Takings', accountType: 1, initialDeposit: 0, companyId };
    const account = await post('Account', opening);
    const owner = await sessionOf(request, toldOfPayment);
    const asked = await request.post(`/api/Transaction/company/${companyId}/requests`, {
      headers: { authorization: `Bearer ${owner.authToken}` },
      data: {
        kind: 'add-money',
        accountId: account.id,
        amount: 7_000,
        phoneNumber: '0770000001',
        network: 'MTN',
      },
    });
    expect(asked.ok(), await asked.text()).toBe(true);
    const product = 'Day bundle';
    const productCode = 'DAY';
    await post('v1/InternetProducts', {
      productCode,
      productName: product,
      amount: 500,
      companyId,
    });
    const base64CsvFile = Buffer.from('news-1\nnews-2\nnews-3').toString('base64');
    await post('Company/upload-csv', { companyId, product: productCode, base64CsvFile });
    return { product, toldOfStock, toldOfPayment };
  } finally {
    await request.dispose();
  }
}

interface KindChoice {
  readonly kind: string;
  readonly bell: boolean;
  readonly mail: boolean;
}

/** A person of a company chooses how to hear of some kinds. */
async function choose(
  request: APIRequestContext,
  email: string,
  kinds: readonly KindChoice[],
): Promise<void> {
  const { authToken } = await sessionOf(request, email);
  const headers = { authorization: `Bearer ${authToken}` };
  const path = '/api/Notifications/preferences';
  const { data } = await (await request.get(path, { headers })).json();
  const answer = await request.put(path, { headers, data: { ...data, kinds } });
  expect(answer.ok(), await answer.text()).toBe(true);
}
