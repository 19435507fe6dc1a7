import * as z from 'zod/mini';
import { company } from './access.ts';
import { endpoint } from './endpoint.ts';
import { companyIdParams, dateTime, id } from './fields.ts';
import { pageMeta, pageQuery } from './paging.ts';
import { moveBody, withdrawBody } from './product-codes.ts';

/** One upload of product codes. */
export const voucherBatch = z.object({
  id,
  productId: id,
  /** The code of the product that it was uploaded for, or moved to. */
  productType: z.string(),
  /** Null if the upload is from before batches and cannot be told. */
  fileName: z.nullable(z.string()),
  uploadedBy: z.nullable(z.string()),
  uploadedAt: dateTime,
  count: z.number(),
  /** Codes that can be sold. */
  left: z.number(),
  reserved: z.number(),
  sold: z.number(),
  withdrawn: z.number(),
  withdrawnAt: z.nullable(dateTime),
  withdrawnBy: z.nullable(z.string()),
  withdrawnReason: z.nullable(z.string()),
});
export type VoucherBatch = z.infer<typeof voucherBatch>;

const batchParams = z.strictObject({ companyId: id, batchId: id });
const ofCompany = { type: 'companies', from: 'params.companyId' } as const;
const notFound = 'Batch not found';

export const voucherBatches = {
  ofCompany: endpoint({
    method: 'GET',
    path: '/Company/{companyId}/code-batches',
    summary: "List the uploads of a company's product codes, newest first",
    access: company('staffRead', 'params.companyId', 'canViewProducts', 'canManageProducts'),
    params: companyIdParams,
    query: z.strictObject({ ...pageQuery, productId: z.optional(id) }),
    reply: z.array(voucherBatch),
    meta: z.object(pageMeta),
    notFound: 'Company not found',
  }),
  get: endpoint({
    method: 'GET',
    path: '/Company/{companyId}/code-batches/{batchId}',
    summary: 'Get an upload of product codes',
    access: company('staffRead', 'params.companyId', 'canViewProducts', 'canManageProducts'),
    params: batchParams,
    reply: voucherBatch,
    notFound,
  }),
  withdraw: endpoint({
    method: 'POST',
    path: '/Company/{companyId}/code-batches/{batchId}/withdraw',
    summary: 'Take the unsold product codes of an upload out of sale',
    access: company('staffCompanies', 'params.companyId', 'canManageProducts'),
    params: batchParams,
    body: withdrawBody,
    reply: voucherBatch,
    notFound,
    about: ofCompany,
  }),
  move: endpoint({
    method: 'POST',
    path: '/Company/{companyId}/code-batches/{batchId}/move',
    summary: 'Move the unsold product codes of an upload to another internet product',
    access: company('staffCompanies', 'params.companyId', 'canManageProducts'),
    params: batchParams,
    body: moveBody,
    reply: voucherBatch,
    notFound,
    about: ofCompany,
  }),
};
