import type { BodyOf, QueryOf } from '@sente/contract/endpoint';
import {
  defaultLowStockAt,
  type InternetProduct,
  type internetProducts,
  type ProductFigures,
} from '@sente/contract/internet-products';
import { toHundredths } from '@sente/contract/money';
import { toUgx } from '../db/amounts.ts';
import { companyExists, holdCompany } from '../db/company.ts';
import type { Database, Db } from '../db/database.ts';
import { violatedUnique } from '../db/database-errors.ts';
import { uuidV7 } from '../db/uuid.ts';
import type { Actor } from '../http/actor.ts';
import { alreadyInUse, AppError, invalidField, notFound } from '../http/app-error.ts';
import { refuseOlder } from '../http/stale.ts';
import { audit, changesOf } from '../security/audit.ts';
import { readFigures } from './product-figures.ts';
import {
  countReserved,
  deleteProduct,
  findProduct,
  holdProductByCode,
  insertProduct,
  listProducts,
  lockProduct,
  updateProduct,
  type InternetProductFields,
  type InternetProductFilters,
  type InternetProductRow,
} from './internet-products.queries.ts';

type ListQuery = QueryOf<typeof internetProducts.ofCompany>;
type Body = BodyOf<typeof internetProducts.create>;
type UpdateBody = BodyOf<typeof internetProducts.update>;

export interface InternetProductsService {
  ofCompany(actor: Actor, companyId: string, query: ListQuery): Promise<InternetProduct[]>;
  get(actor: Actor, id: string): Promise<InternetProduct>;
  figures(actor: Actor, id: string): Promise<ProductFigures>;
  create(actor: Actor, body: Body): Promise<InternetProduct>;
  update(actor: Actor, id: string, body: UpdateBody): Promise<InternetProduct>;
  remove(actor: Actor, id: string): Promise<void>;
}

export function createInternetProductsService(database: Database): InternetProductsService {
  return {
    ofCompany: (actor, companyId, { search = '', active = null }) =>
      database.within(actor.scope, (db) => readList(db, companyId, { search, isActive: active })),

    get: (actor, id) =>
      database.within(actor.scope, async (db) => toProduct(found(await findProduct(db, id)))),

    figures: (actor, id) =>
      database.within(actor.scope, async (db) =>
        readFigures(db, actor, found(await findProduct(db, id))),
      ),

    create: (actor, body) =>
      database.within(actor.scope, async (db) => {
        if (!(await holdCompany(db, body.companyId))) throw notFound('Company not found');
        const id = uuidV7();
        await insertProduct(db, id, body.companyId, fieldsOf(body, defaultLowStockAt)).catch(
          refuseTakenCode,
        );
        await note(db, actor, 'create', body.companyId, nameOf(body));
        return toProduct(found(await findProduct(db, id)));
      }),

    update: (actor, id, { updatedAt, ...body }) =>
      database.within(actor.scope, async (db) => {
        const before = found(await lockProduct(db, id));
        if (body.companyId !== before.company_id) {
          throw invalidField('companyId', 'A product cannot move to another company');
        }
        refuseOlder('this product', updatedAt, before.updated_at);
        const { lowStockAt = before.low_stock_at } = body;
        const changes = changesOf(toProduct(before), { ...body, lowStockAt });
        if (changes.changed.length === 0) return toProduct(before);
        await updateProduct(db, id, before.company_id, fieldsOf(body, lowStockAt)).catch(
          refuseTakenCode,
        );
        await note(db, actor, 'update', before.company_id, { ...nameOf(body), ...changes });
        return toProduct(found(await findProduct(db, id)));
      }),

    remove: (actor, id) =>
      database.within(actor.scope, async (db) => {
        const product = found(await lockProduct(db, id));
        await refuseWhileSelling(db, product);
        await deleteProduct(db, product);
        const { productCode, productName } = toProduct(product);
        await note(db, actor, 'remove', product.company_id, { productCode, productName });
      }),
  };
}

/** The product of uploaded codes, with a lock on it and its company until the transaction ends. */
export async function holdProductForCodes(
  db: Db,
  companyId: string,
  productCode: string,
): Promise<{ readonly id: string; readonly code: string }> {
  if (!(await holdCompany(db, companyId))) throw notFound('Company not found');
  const product = await holdProductByCode(db, companyId, productCode);
  if (!product) throw invalidField('product', 'Internet product not found');
  return product;
}

async function readList(
  db: Db,
  companyId: string,
  filters: InternetProductFilters,
): Promise<InternetProduct[]> {
  const rows = await listProducts(db, companyId, filters);
  if (rows.length === 0 && !(await companyExists(db, companyId))) {
    throw notFound('Company not found');
  }
  return rows.map(toProduct);
}

/** Recorded in the company's history: products have none of their own. */
function note(
  db: Db,
  actor: Actor,
  action: keyof typeof internetProducts,
  companyId: string,
  details: Readonly<Record<string, unknown>>,
): Promise<void> {
  return audit(db, actor, {
    action: `internetProducts.${action}`,
    subject: { type: 'companies', id: companyId },
    companyId,
    details,
  });
}

function nameOf({ productCode, productName }: Body) {
  return { productCode, productName };
}

async function refuseWhileSelling(db: Db, product: InternetProductRow): Promise<void> {
  const reserved = await countReserved(db, product);
  if (reserved === 0) return;
  const underWay =
    reserved === 1
      ? 'A sale of this product is under way. Wait until it is done'
      : `${reserved} sales of this product are under way. Wait until they are done`;
  throw new AppError('refused', { message: `${underWay}, or make the product inactive.` });
}

function refuseTakenCode(error: unknown): never {
  if (violatedUnique(error) === 'internet_products_code_key') {
    throw alreadyInUse('productCode', 'Product code is already in use');
  }
  throw error;
}

function found(row: InternetProductRow | undefined): InternetProductRow {
  if (!row) throw notFound('Product not found');
  return row;
}

function fieldsOf(body: Body, unlessGiven: number | null): InternetProductFields {
  const amount = toHundredths(body.amount);
  if (amount === null) throw new RangeError('An amount that the contract let through');
  const { productCode: code, productName: name, active: isActive } = body;
  const { lowStockAt = unlessGiven } = body;
  return { code, name, amount, isActive, lowStockAt };
}

function toProduct(row: InternetProductRow): InternetProduct {
  return {
    recordId: row.id,
    productCode: row.code,
    productName: row.name,
    amount: toUgx(row.amount),
    active: row.is_active,
    stock: row.stock,
    lowStockAt: row.low_stock_at,
    companyId: row.company_id,
    recordDate: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    isDeleted: false,
  };
}
