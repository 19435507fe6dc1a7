import type { ProductFigures } from '@sente/contract/internet-products';
import { dayMs, kampalaDay } from '@sente/contract/kampala';
import { beforeAll, expect, it } from 'vitest';
import { createMember, createStaff, type TestActor } from '../../test/actors.ts';
import { createTestApp, type TestApp } from '../../test/app.ts';
import {
  createAccount,
  createCompany,
  createPayment,
  createRoleWith,
} from '../../test/factories.ts';
import { createProduct, orderOf } from '../../test/products.ts';
import { acceptAll } from '../payments/orders/acceptance.queries.ts';

let test: TestApp;
let companyId: string;
let member: TestActor;
let product: { id: string; code: string };

beforeAll(async () => {
  test = await createTestApp();
  companyId = await createCompany(test.owner);
  member = await createMember(test.owner, { companyId });
  await createAccount(test.owner, companyId);
  product = await createProduct(test.owner, companyId, { codes: 4 });
});

async function figures(actor: TestActor): Promise<ProductFigures> {
  const answer = await test.call(actor, 'GET', `/v1/InternetProducts/${product.id}/figures`);
  expect(answer.status, answer.text).toBe(200);
  return answer.body.data as ProductFigures;
}

async function sell(daysAgo: number, productId: string, status = 'SUCCESS'): Promise<void> {
  const at = new Date(Date.now() - daysAgo * dayMs);
  const id = await createPayment(test.owner, companyId, { at, amount: 50_000n, status });
  await test.owner.rows('update payments set product_id = $2 where id = $1', [id, productId]);
}

it('counts its codes and what was sold on each of the last 30 days', async () => {
  const other = await createProduct(test.owner, companyId, { codes: 1 });
  await sell(31, product.id);
  await sell(30, product.id);
  await sell(2, product.id);
  await sell(2, product.id);
  await sell(2, product.id, 'FAILED');
  await sell(2, other.id);
  await acceptAll(test.database.unscoped, [orderOf(companyId, { productCode: product.code })]);
  const { codes, sales } = await figures(member);
  expect(codes).toEqual({ free: 3, reserved: 1, sold: 0, withdrawn: 0 });
  expect(sales).toHaveLength(31);
  expect(sales?.filter(({ count }) => count > 0)).toEqual([
    { date: kampalaDay(Date.now() - 30 * dayMs), count: 1, amount: 500 },
    { date: kampalaDay(Date.now() - 2 * dayMs), count: 2, amount: 1_000 },
  ]);
  expect(sales?.at(-1)?.date).toBe(kampalaDay(Date.now()));
});

it('keeps sales from company users who may not view transactions', async () => {
  const role = await createRoleWith(test.owner, 'canViewProducts');
  const seller = await createMember(test.owner, { companyId, role });
  const { codes, sales } = await figures(seller);
  expect(codes.free).toBe(3);
  expect(sales).toBeNull();
  expect((await figures(await createStaff(test.owner))).sales).not.toBeNull();
});

it('is not found by another company, and refused without the permission', async () => {
  const path = `/v1/InternetProducts/${product.id}/figures`;
  expect((await test.call(await createMember(test.owner), 'GET', path)).status).toBe(404);
  const role = await createRoleWith(test.owner, 'canViewTransactions');
  const colleague = await createMember(test.owner, { companyId, role });
  expect((await test.call(colleague, 'GET', path)).status).toBe(403);
});
