import { uuidV7 } from '../api/src/db/uuid.ts';
import { openConnectors } from '../api/src/payments/networks/connectors.ts';
import { magicNumberOf } from '../api/src/payments/simulator/magic-numbers.ts';
import { startSimulator, type RunningSimulator } from '../api/src/payments/simulator/simulator.ts';
import { createSealer } from '../api/src/security/secrets.ts';
import { expect, test } from './support/test.ts';
import { violations } from './support/violations.ts';
import { expectToFit } from './support/width.ts';

test.describe('the phones', () => {
  let simulator: RunningSimulator;
  test.beforeEach(async () => {
    simulator = await startSimulator({ host: 'localhost', port: 0 }, { delayMs: 0 });
  });
  test.afterEach(() => simulator.stop());

  /** Rings until a decision. */
  async function ring(network: 'MTN' | 'AIRTEL', amount: bigint): Promise<string> {
    const connectors = openConnectors(
      { ...simulator.keys, isSimulated: true, callbackBase: () => 'http://localhost:1' },
      createSealer(Buffer.alloc(32, 7)),
    );
    const order = {
      paymentId: uuidV7(),
      direction: 'collection' as const,
      phoneNumber: magicNumberOf(network, 'waits for a person'),
      amount,
      companyName: 'Demo One',
      reference: 'INV2041',
      description: null,
    };
    const connector = connectors.find((one) => one.network === network);
    expect((await connector?.request(order))?.report).toEqual({ is: 'pending' });
    return order.paymentId;
  }
  const stateOf = () => simulator.orders().map(({ state, refusal }) => refusal ?? state);

  test('the simulated phones ring, approve and refuse, also on a phone', async ({ page }) => {
    await page.goto(simulator.url);
    await expect(page.getByText('No phone is ringing')).toBeVisible();
    await expect(page.getByText('Nothing has happened yet.')).toBeVisible();
    expect(await violations(page)).toEqual([]);

    await ring('MTN', 500_000n);
    await ring('AIRTEL', 1_250_000n);
    const approve = page.getByRole('button', { name: 'Approve UGX 5,000 for 0770 000 099' });
    await expect(approve).toBeVisible();
    await expect(page).toHaveTitle('(2) Phones - Sente simulator');
    expect(await violations(page)).toEqual([]);
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await violations(page)).toEqual([]);
    await expectToFit(page);

    await approve.click();
    // The next phone has the focus, so the keyboard alone is enough.
    const refuse = page.getByRole('button', { name: 'Refuse UGX 12,500 for 0700 000 099' });
    await expect(refuse).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByText('No phone is ringing')).toBeVisible();
    expect(stateOf()).toEqual(['paid', 'refused']);
    await expect(page.getByRole('listitem').filter({ hasText: 'UGX 12,500' })).toContainText(
      'refused',
    );
  });

  test('the simulated phones say when a prompt is gone or the server does not answer', async ({
    page,
  }) => {
    await ring('MTN', 500_000n);
    await page.goto(simulator.url);
    const approve = page.getByRole('button', { name: /^Approve/ });
    await page.route('**/simulator/phones/*', (route) =>
      route.fulfill({ status: 409, json: { message: 'This prompt is no longer open' } }),
    );
    await approve.click();
    await expect(page.getByText('This prompt is no longer open')).toBeVisible();
    await page.unroute('**/simulator/phones/*');
    await page.route('**/simulator/phones/*', (route) => route.abort());
    await approve.click();
    await expect(page.getByText('The simulator does not answer. Try again.')).toBeVisible();
    await page.route('**/simulator/phones', (route) => route.abort());
    await expect(page.locator('#state')).toHaveText('The simulator does not answer');
    await page.unrouteAll();
    await expect(page.locator('#state')).toHaveText('Running');
    expect(stateOf()).toEqual(['open']);
  });
});
