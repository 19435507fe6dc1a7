/**
 * Sells a voucher: lists the products, requests a payment, waits for it and prints the voucher code.
 * Works with a fresh `npm start`; for other servers set SENTE_URL, SENTE_CHANNEL_ID and
 * SENTE_SECRET_KEY.
 */
import { createSenteClient, SenteError } from './sente-client.ts';

const baseUrl = process.env['SENTE_URL'] ?? `http://localhost:${process.env['PORT'] ?? 3000}`;
/** The simulator approves every payment of this number. */
const phoneNumber = process.env['SENTE_PHONE'] ?? '0770000001';

try {
  await sellVoucher();
} catch (error) {
  if (error instanceof SenteError) console.error(`${error.message} (${error.code})`);
  else if (error instanceof TypeError) {
    console.error(`No answer from ${baseUrl}. Run npm start first, or set PORT or SENTE_URL.`);
  } else console.error(error);
  process.exitCode = 1;
}

async function sellVoucher(): Promise<void> {
  const sente = createSenteClient({ baseUrl, ...(await ownKeys()) });
  const products = await sente.products();
  console.log('For sale:');
  for (const { productCode, productName, amount, stock } of products) {
    console.log(`  ${productCode.padEnd(12)} ${productName}, UGX ${amount} (${stock} left)`);
  }
  const product = products.find(({ stock }) => stock > 0);
  if (!product) throw new SenteError('out_of_stock', 'Nothing is left to sell');

  const { transactionId } = await sente.collect(
    {
      phoneNumber,
      amount: product.amount,
      productCode: product.productCode,
      reference: `Example ${Date.now()}`,
    },
    // A shop uses its order number, so that a crash never charges twice.
    { idempotencyKey: `example-${Date.now()}` },
  );
  console.log(`\nAsked ${phoneNumber} to pay for ${product.productCode}: ${transactionId}`);
  const payment = await sente.waitFor(transactionId);
  if (payment.status === 'SUCCESS') console.log(`Paid. The voucher is ${payment.voucherCode}`);
  else console.log(`Not paid: ${payment.reason} (${payment.reasonCode})`);
  const account = (await sente.balance()).find(({ isDefault }) => isDefault);
  if (account) console.log(`${account.accountName} can spend UGX ${account.available} now.`);
}

/** From the environment, or read as the demo administrator, which only demo data has. */
async function ownKeys(): Promise<{ channelId: string; secretKey: string }> {
  const channelId = process.env['SENTE_CHANNEL_ID'];
  const secretKey = process.env['SENTE_SECRET_KEY'];
  if (channelId && secretKey) return { channelId, secretKey };
  const { token } = await portal<{ token: string }>('POST', '/Auth/login', undefined, {
    email: 'superadmin@sente.test',
    password: 'Demo-pass-1',
  });
  const companies = await portal<{ id: string; name: string }[]>(
    'GET',
    '/Company?search=Demo%20One',
    token,
  );
  const [company] = companies;
  if (!company) throw new SenteError('no_demo', 'This server has no demo data');
  const [keys] = await portal<{ recordId: string }[]>(
    'GET',
    `/Company/${company.id}/credentials`,
    token,
  );
  if (!keys) throw new SenteError('no_demo', 'The demo company has no API credentials');
  return portal('POST', '/Company/credentials/reveal', token, {
    recordId: keys.recordId,
    companyId: company.id,
  });
}

async function portal<Data>(
  method: string,
  path: string,
  token?: string,
  body?: object,
): Promise<Data> {
  const response = await fetch(`${baseUrl}/api${path}`, {
    method,
    headers: {
      'content-type': 'application/json',
      ...(token && { authorization: `Bearer ${token}` }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  const answer = (await response.json()) as { data: Data; message: string; code?: string };
  if (response.ok) return answer.data;
  throw new SenteError(answer.code ?? 'refused', answer.message, { status: response.status });
}
