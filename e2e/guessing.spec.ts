import { request as send } from 'node:http';
import { typePassword } from './support/factors.ts';
import { expectMail } from './support/mail.ts';
import { createPerson } from './support/people.ts';
import { expect, test } from './support/test.ts';

/** A wrong password from an address of this machine; each address gets few tries. */
function guess(baseURL: string, email: string, localAddress: string): Promise<number> {
  const body = JSON.stringify({ email, password: 'Not-the-one-7' });
  const { port } = new URL(baseURL);
  return new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/json', host: `localhost:${port}` };
    const to = { host: '127.0.0.1', port, localAddress, path: '/api/Auth/login', method: 'POST' };
    const asked = send({ ...to, headers }, (answer) => {
      answer.resume();
      resolve(answer.statusCode ?? 0);
    });
    asked.on('error', reject);
    asked.end(body);
  });
}

test('somebody whose password is guessed is told, and signs in as usual', async ({
  page,
  browser,
  baseURL,
}) => {
  const server = baseURL ?? '';
  const email = await createPerson(page.request, { by: 'owner@demo-one.test' });
  await typePassword(page, email);
  await expect(page).toHaveURL('/client');

  // Strangers have 20 tries together, five from each address.
  for (let address = 2; address < 8; address++) {
    for (let n = 0; n < 4; n++) await guess(server, email, `127.0.0.${address}`);
  }
  expect(await guess(server, email, '127.0.0.9')).toBe(429);
  expect(await expectMail(email, /^Somebody is guessing your Sente password/)).toContain(
    'Where you have signed in before, you sign in as usual.',
  );

  // Even the right password has to wait in a browser that is not known.
  const elsewhere = await browser.newContext({ baseURL: server });
  try {
    const other = await elsewhere.newPage();
    await typePassword(other, email);
    await expect(other.getByRole('alert')).toContainText(/too many/i);
  } finally {
    await elsewhere.close();
  }
  await page.evaluate(() => localStorage.removeItem('authToken'));
  await typePassword(page, email);
  await expect(page).toHaveURL('/client');
});
