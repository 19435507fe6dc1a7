import * as z from 'zod/mini';
import { company } from './access.ts';
import { endpoint } from './endpoint.ts';
import {
  companyIdParams,
  dateTime,
  day,
  id,
  idParams,
  queryBoolean,
  requiredText,
} from './fields.ts';
import { money, positiveMoney } from './money.ts';
import { searchText } from './paging.ts';

export const internetProduct = z.object({
  recordId: id,
  productCode: z.string(),
  productName: z.string(),
  amount: money,
  active: z.boolean(),
  /** Vouchers that can still be sold. */
  stock: z.number(),
  /** People are told when this many are left; null: never. */
  lowStockAt: z.nullable(z.number()),
  companyId: id,
  recordDate: dateTime,
  updatedAt: dateTime,
  isDeleted: z.boolean(),
});
export type InternetProduct = z.infer<typeof internetProduct>;

/** How many of its product codes there are, and what was sold in the last 30 days. */
export const productFigures = z.object({
  codes: z.object({
    /** Can be sold. */
    free: z.number(),
    /** For payments under way. */
    reserved: z.number(),
    sold: z.number(),
    withdrawn: z.number(),
  }),
  /**
   * From 30 days ago until today, by the day on which the payment was asked for, without reversed ones. Null
   * for company users without canViewTransactions.
   */
  sales: z.nullable(z.array(z.object({ date: day, count: z.number(), amount: money }))),
});
export type ProductFigures = z.infer<typeof productFigures>;

const fewMessage = 'Must be a whole number from 0 to 1,000,000';
export const fewVouchers = z
  .int(fewMessage)
  .check(z.minimum(0, fewMessage), z.maximum(1_000_000, fewMessage));
export const defaultLowStockAt = 10;

export const internetProductBody = z.strictObject({
  productCode: requiredText('Product code is required', 50),
  productName: requiredText('Product name is required', 200),
  amount: positiveMoney,
  active: z._default(z.boolean(), true),
  /** Unchanged by default, and 10 for a new product; null: nobody is told. */
  lowStockAt: z.optional(z.nullable(fewVouchers)),
  companyId: id,
});

/** The version that the change is based on; a newer one is not overwritten. */
export const internetProductUpdateBody = z.extend(internetProductBody, {
  updatedAt: z.optional(dateTime),
});

const notFound = 'Product not found';

export const internetProducts = {
  ofCompany: endpoint({
    method: 'GET',
    path: '/v1/InternetProducts/company/{companyId}',
    summary: "List a company's internet products",
    access: company('staffRead', 'params.companyId', 'canViewProducts', 'canManageProducts'),
    params: companyIdParams,
    query: z.strictObject({
      /** Case-insensitive in code and name. */
      search: z.optional(searchText),
      active: z.optional(queryBoolean),
    }),
    reply: z.array(internetProduct),
    notFound: 'Company not found',
  }),
  activeOfCompany: endpoint({
    method: 'GET',
    path: '/v1/InternetProducts/company/{companyId}/active',
    summary: "List a company's active internet products",
    access: company('staffRead', 'params.companyId', 'canViewProducts', 'canManageProducts'),
    params: companyIdParams,
    reply: z.array(internetProduct),
    notFound: 'Company not found',
  }),
  get: endpoint({
    method: 'GET',
    path: '/v1/InternetProducts/{id}',
    summary: 'Get an internet product',
    access: company('staffRead', 'record', 'canViewProducts', 'canManageProducts'),
    params: idParams,
    reply: internetProduct,
    notFound,
  }),
  figures: endpoint({
    method: 'GET',
    path: '/v1/InternetProducts/{id}/figures',
    summary: 'Get the stock of an internet product and its sales by day in the last 30 days',
    access: company('staffRead', 'record', 'canViewProducts', 'canManageProducts'),
    params: idParams,
    reply: productFigures,
    notFound,
  }),
  create: endpoint({
    method: 'POST',
    path: '/v1/InternetProducts',
    summary: 'Create an internet product',
    access: company('staffCompanies', 'body.companyId', 'canManageProducts'),
    body: internetProductBody,
    reply: internetProduct,
    notFound: 'Company not found',
  }),
  update: endpoint({
    method: 'PUT',
    path: '/v1/InternetProducts/{id}',
    summary: 'Update an internet product',
    access: company('staffCompanies', 'record', 'canManageProducts'),
    params: idParams,
    body: internetProductUpdateBody,
    reply: internetProduct,
    notFound,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/v1/InternetProducts/{id}',
    summary: 'Delete an internet product',
    access: company('staffCompanies', 'record', 'canManageProducts'),
    params: idParams,
    reply: z.null(),
    notFound,
  }),
};
