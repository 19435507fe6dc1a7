import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createMember, type TestActor } from '../../test/actors.ts';
import { createTestApp, type TestApp } from '../../test/app.ts';
import { createAccount } from '../../test/factories.ts';
import { createLink, createPayer, formIn, type Payer } from '../../test/payers.ts';
import { createProduct } from '../../test/products.ts';

let test: TestApp;
let member: TestActor;
let accountId: string;
let payer: Payer;
let addresses = 0;
let phones = 0;

beforeAll(async () => {
  test = await createTestApp();
});
beforeEach(async () => {
  member = await createMember(test.owner);
  accountId = await createAccount(test.owner, member.companyId ?? '');
  payer = createPayer(test, `197.239.2.${++addresses}`);
});

const link = (fields: object = { amount: 5_000 }) =>
  createLink(test, member, { accountId, ...fields });
/** Of the page, not of its styles and script. */
const words = (text: string) => text.slice(text.indexOf('<main'), text.indexOf('</main>'));
const newPhone = () => `0772 200 ${String(++phones).padStart(3, '0')}`;
const payments = () =>
  test.owner.rows<Record<string, unknown>>(
    `select origin, amount, phone_number, network, description, reference, account_id, status
     from payments where company_id = $1 order by id`,
    [member.companyId],
  );

describe('the page', () => {
  it('shows the company, the purpose and the amount, and nothing else of the company', async () => {
    const { path } = await link({ amount: 45_000, reference: 'Order 12' });
    const { status, text, headers } = await payer.open(path);
    expect(status).toBe(200);
    const shown = words(text);
    for (const part of [
      'Company',
      'Garden chairs',
      '45,000',
      'Reference Order 12',
      'Pay UGX 45,000',
    ]) {
      expect(shown).toContain(part);
    }
    const row = await test.owner.row<{ number: string; email: string }>(
      `select a.number, c.email from accounts a join companies c on c.id = a.company_id where a.id = $1`,
      [accountId],
    );
    expect(text).not.toContain(row?.number);
    expect(text).not.toContain(row?.email);
    expect(headers).toMatchObject({
      'x-robots-tag': 'noindex, nofollow',
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
      'x-frame-options': 'DENY',
      'content-security-policy': expect.stringMatching(
        /^default-src 'none'; script-src 'nonce-[^']+'; style-src 'nonce-[^']+'; img-src 'self'/,
      ),
      'set-cookie': expect.stringMatching(new RegExp(`; Path=${path}; .*HttpOnly; SameSite=Lax`)),
    });
  });

  it('is small', async () => {
    const { path } = await link();
    expect((await payer.open(path)).text.length).toBeLessThan(25_000);
  });

  it('escapes what people wrote', async () => {
    const { path } = await link({ amount: 500, purpose: '<script>alert("x")</script> & co' });
    const { text } = await payer.open(path);
    expect(text).not.toContain('<script>alert');
    expect(text).toContain('&lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt; &amp; co');
    const wrong = await payer.pay(path, { phoneNumber: '"><img src=x>' });
    expect(wrong.text).toContain('value="&quot;&gt;&lt;img src=x&gt;"');
  });

  it('takes the amount of a QR code as a first choice', async () => {
    const { path } = await link({ leastAmount: 500, mostAmount: 9_000 });
    expect((await payer.open(`${path}?amount=7000`)).text).toContain('value="7000"');
    expect((await payer.open(`${path}?amount=7%22x`)).text).not.toContain('7&quot;x');
  });
});

describe('a payment', () => {
  it('is an ordinary order into the account of the link', async () => {
    const { path } = await link({ amount: 45_000, reference: 'Order 12' });
    const { status, location } = await payer.pay(path);
    expect(status).toBe(303);
    expect(location).toMatch(new RegExp(`^${path}/[0-9a-z]{26}$`));
    expect(await payments()).toEqual([
      {
        origin: 'link',
        amount: '4500000',
        phone_number: '256772123456',
        network: 'MTN',
        description: 'Garden chairs',
        reference: 'Order 12',
        account_id: accountId,
        status: 'PENDING',
      },
    ]);
    const waiting = await payer.open(location ?? '');
    expect(words(waiting.text)).toContain('Approve on your phone');
    expect(words(waiting.text)).toContain('+256 772 123456');
    expect(waiting.text).toMatch(/<noscript>\s*<meta http-equiv="refresh" content="5"/);
    // Whoever opens the link again in the same browser is led to it.
    expect(await payer.open(path)).toMatchObject({ status: 303, location });
  });

  it('says beside the number when the request ends, and offers another number from then on', async () => {
    const { path } = await link();
    const { location } = await payer.pay(path, { phoneNumber: '0772 200 999' });
    const own = location ?? '';
    const age = (seconds: number) =>
      test.owner.rows(
        `update payments set created_at = now() - make_interval(secs => $2) where company_id = $1`,
        [member.companyId, seconds],
      );
    const shown = async (query = '') => words((await payer.open(`${own}${query}`)).text);
    await age(48);
    expect(await shown()).toMatch(
      /<b>Wrong number\?<\/b> You can change it in\s+<b data-ends="25\d{4}">4:1\d<\/b>\.\s+Nothing is charged without the PIN/,
    );
    const button = /<button\s[^>]*name="number"\s+value="other"/;
    expect(await shown()).not.toMatch(button);
    expect(await shown()).toContain('Enter your PIN there');
    expect(await payer.open(`${own}/status`)).toMatchObject({ text: '{"state":"waiting"}' });
    await age(301);
    expect(await payer.open(`${own}/status`)).toMatchObject({ text: '{"state":"late"}' });
    expect(await shown()).toContain('<h2>Waiting for MTN</h2>');
    expect(await shown()).toContain('has not said');
    expect(await shown()).toContain('Do not pay again');
    expect(await shown()).not.toContain('PIN');
    expect(await shown()).toMatch(button);
    // The network has not confirmed it, so nobody else is asked.
    expect(await shown('?number=other')).toContain('As soon as MTN has confirmed');
    const other = { phoneNumber: newPhone(), network: 'MTN', amount: '5000' };
    expect(await payer.send(own, other)).toMatchObject({ status: 303, location: own });
    expect(await payments()).toHaveLength(1);
    await test.owner.rows(
      `with ended as (delete from open_payments where payment_id in (select id from payments where company_id = $1))
       update payments set status = 'FAILED', reason_code = 'EXPIRED', finished_at = now() where company_id = $1`,
      [member.companyId],
    );
    expect(await shown()).toContain('value="+256 772 200999"');
    const form = await shown('?number=other');
    expect(form).toMatch(/<input\s[^>]*name="phoneNumber"[^>]*value=""[^>]*autofocus/);
    expect(await payer.send(own, other)).toMatchObject({ status: 303, location: own });
    expect(await payments()).toHaveLength(2);
  });

  it('goes to the network that the payer names, also against the number', async () => {
    const { path } = await link();
    await payer.pay(path, { phoneNumber: newPhone(), network: 'AIRTEL' });
    expect(await payments()).toMatchObject([{ network: 'AIRTEL' }]);
  });

  it.each([
    ['below the least', '499', 'The least is UGX 500'],
    ['above the most', '9,001', 'The most is UGX 9,000'],
    ['no number', 'many', 'Enter an amount in shillings'],
    ['nothing', '', 'Enter an amount in shillings'],
    ['a fraction', '700.5', 'Enter an amount in shillings'],
    ['a comma that is no group', '7,5', 'Enter an amount in shillings'],
    ['a point as a group', '2.000', 'Enter an amount in shillings'],
  ])('of a chosen amount: %s is refused', async (_name, amount, text) => {
    const { path } = await link({ leastAmount: 500, mostAmount: 9_000 });
    const answer = await payer.pay(path, { amount });
    expect(answer.status).toBe(400);
    expect(words(answer.text)).toContain(text);
    expect(await payments()).toEqual([]);
  });

  it.each(['7,500', '7 500', 'UGX 7500', '7,500.00'])(
    'of a chosen amount is what was typed: %s',
    async (amount) => {
      const { path } = await link({ leastAmount: 500, mostAmount: 9_000 });
      await payer.pay(path, { amount, phoneNumber: newPhone() });
      expect(await payments()).toMatchObject([{ amount: '750000' }]);
    },
  );

  it('of a fixed amount is never what the browser says', async () => {
    const { path } = await link({ amount: 45_000 });
    const answer = await payer.pay(path, { amount: '1', phoneNumber: newPhone() });
    expect(words(answer.text)).toContain('The price is UGX 45,000 now');
    expect(await payments()).toEqual([]);
  });

  it.each([
    ['12345', 'Must be a Ugandan mobile number'],
    ['0712 345 678', 'Choose the network of this number'],
  ])('with the number %s is refused, and what was typed stays', async (phoneNumber, text) => {
    const { path } = await link();
    expect((await payer.open(path)).text).not.toMatch(/<input[^>]*\sautofocus/);
    const answer = await payer.pay(path, { phoneNumber });
    expect(answer.status).toBe(400);
    expect(words(answer.text)).toMatch(/<input[^>]*\sautofocus/);
    expect(words(answer.text)).toContain(text);
    expect(words(answer.text)).toContain(`value="${phoneNumber}"`);
  });

  it('says what is wrong with number and amount together, on a page of its own address', async () => {
    const { path } = await link({ leastAmount: 500, mostAmount: 9_000 });
    const { action, values } = formIn((await payer.open(path)).text);
    const fields = { ...values, amount: '100', phoneNumber: '12345' };
    const refused = await payer.send(action, fields);
    expect(refused.status).toBe(400);
    const shown = words(refused.text);
    expect(shown).toContain('The least is UGX 500');
    expect(shown).toContain('Must be a Ugandan mobile number');
    expect(shown).toContain('value="100"');
    expect(shown).toContain('value="12345"');
    // It begins with the first wrong field.
    expect(shown.match(/<input[^>]*\sautofocus/g)).toEqual([
      expect.stringContaining('name="amount"'),
    ]);
    // Loaded again, it sends nothing and knows nothing of it.
    const again = await payer.open(path);
    expect(again.status).toBe(200);
    expect(again.text).not.toContain('12345');
    const paid = await payer.send(action, { ...fields, amount: '700', phoneNumber: newPhone() });
    expect(paid.status).toBe(303);
    // Back leads to the form's page, which leads to the payment.
    expect(await payer.open(path)).toMatchObject({ status: 303, location: paid.location });
  });

  it('a refused form leaves nothing readable on the way to its page', async () => {
    const { path } = await link();
    const { values } = formIn((await payer.open(path)).text);
    const cookie = `sente_checkout=${values['checkout']}`;
    const sent = await test.app.inject({
      method: 'POST',
      url: path,
      headers: { cookie, 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams({ ...values, phoneNumber: '12345' }).toString(),
    });
    expect(sent.statusCode).toBe(303);
    expect(sent.headers.location).toBe(path);
    const kept = [sent.headers['set-cookie']]
      .flat()
      .find((each) => each?.startsWith('sente_refused='));
    expect(kept).toMatch(new RegExp(`; Path=${path}; Max-Age=120; HttpOnly; SameSite=Lax`));
    expect(kept).not.toContain('12345');
    // Nobody makes one up.
    const forged = { cookie: `${cookie}; sente_refused=x.${'A'.repeat(80)}` };
    expect((await test.app.inject({ url: path, headers: forged })).statusCode).toBe(200);
  });

  it('in a browser without cookies is refused at once', async () => {
    const { path } = await link();
    const { text } = await payer.send(path, { phoneNumber: '12345' });
    expect(words(text)).toContain('Must be a Ugandan mobile number');
    expect(words(text)).toContain('value="12345"');
  });

  it('is refused from a form of another site', async () => {
    const { path } = await link();
    const form = { phoneNumber: newPhone(), checkout: 'a'.repeat(26) };
    const answer = await payer.send(path, form, { 'sec-fetch-site': 'cross-site' });
    expect(answer.status).toBe(409);
    expect(await payments()).toEqual([]);
  });
});

describe('nothing can be paid', () => {
  const stop = (sql: string) => test.owner.rows(sql, [member.companyId]);
  const cases: [string, () => Promise<string>, string][] = [
    [
      'an ended link',
      async () => {
        const { id, path } = await link();
        await test.call(member, 'POST', `/PaymentLinks/${id}/end`);
        return path;
      },
      'This payment link has ended',
    ],
    [
      'an expired link',
      async () => {
        const { id, path } = await link();
        await test.owner.rows(
          "update payment_links set expires_at = now() - interval '1 s' where id = $1",
          [id],
        );
        return path;
      },
      'This payment link has expired',
    ],
    [
      'a suspended company',
      async () => {
        const { path } = await link();
        await stop(
          "update companies set suspended_at = now(), suspension_reason = 'Fraud' where id = $1",
        );
        return path;
      },
      'Payments are not taken at the moment',
    ],
    [
      'an inactive account',
      async () => {
        const { path } = await link();
        await stop('update accounts set is_active = false where company_id = $1');
        return path;
      },
      'Payments are not taken at the moment',
    ],
    [
      'a sold-out product',
      async () => {
        const { id } = await createProduct(test.owner, member.companyId ?? '');
        return (await link({ productId: id })).path;
      },
      'Sold out',
    ],
  ];
  it.each(cases)(
    'of %s, and a form that is sent nevertheless asks nobody',
    async (_n, arrange, text) => {
      const path = await arrange();
      const shown = words((await payer.open(path)).text);
      expect(shown).toContain(text);
      expect(shown).not.toContain('Fraud');
      expect(shown).not.toContain('<form');
      const sent = await payer.send(path, { phoneNumber: newPhone(), amount: '5000' });
      expect(words(sent.text)).toContain(text);
      expect(await payments()).toEqual([]);
    },
  );

  it('of an archived company: the link does not exist', async () => {
    const { path } = await link();
    await stop('update companies set archived_at = now() where id = $1');
    expect((await payer.open(path)).status).toBe(404);
  });
});
