import * as z from 'zod/mini';
import { company } from './access.ts';
import { doubtfulAnswers, emptyFileMessage } from './code-file.ts';
import { endpoint } from './endpoint.ts';
import {
  companyIdParams,
  dateTime,
  id,
  oneOf,
  optionalText,
  queryBoolean,
  requiredText,
} from './fields.ts';
import { pageMeta, pageQuery, searchText } from './paging.ts';

/** Can be sold; being paid for; sold; taken out of sale. */
export const codeStates = ['free', 'reserved', 'used', 'withdrawn'] as const;
export type CodeState = (typeof codeStates)[number];

/** A voucher of an internet product. */
export const productCode = z.object({
  record_id: id,
  /** Masked: its last characters, at most a third of it. `reveal` returns it in clear. */
  code: z.string(),
  /** The code of its internet product. */
  product_type: z.string(),
  product_id: id,
  record_date: dateTime,
  used: z.enum(['0', '1']),
  used_date: z.nullable(dateTime),
  state: z.enum(codeStates),
  /** The upload; null for a code from before batches that is not encrypted yet. */
  batch_id: z.nullable(id),
  /** The record id of the API transaction that it is reserved for or was sold by. */
  payment_id: z.nullable(id),
  withdrawn_date: z.nullable(dateTime),
  withdrawn_by: z.nullable(z.string()),
  withdrawn_reason: z.nullable(z.string()),
});
export type ProductCode = z.infer<typeof productCode>;

export const uploadBody = z.strictObject({
  companyId: id,
  /** The file as base64, without a data-URL prefix. */
  base64CsvFile: z.string('Please select a CSV file').check(z.minLength(1, emptyFileMessage)),
  product: requiredText('Please select an internet product before uploading.', 50),
  fileName: optionalText(200),
  /** What to do with lines that look like a title or a formula; without it they are refused. */
  doubtfulLines: z.optional(oneOf(doubtfulAnswers)),
});

const reason = requiredText('Reason is required', 200);
export const withdrawBody = z.strictObject({ reason });
export const moveBody = z.strictObject({
  product: requiredText('Please select an internet product', 50),
});

const codeParams = z.strictObject({ companyId: id, codeId: id });
const ofCompany = { type: 'companies', from: 'params.companyId' } as const;
const notFound = 'Product code not found';

export const productCodes = {
  ofCompany: endpoint({
    method: 'GET',
    path: '/Company/{companyId}/products',
    summary:
      "List a company's product codes, masked, newest first; only used ones: the last used first",
    access: company('staffRead', 'params.companyId', 'canViewProducts', 'canManageProducts'),
    params: companyIdParams,
    query: z.strictObject({
      /**
       * A whole code, a record id, part of a product type, or the last characters of a code as shown.
       */
      search: z.optional(searchText),
      used: z.optional(queryBoolean),
      state: z.optional(oneOf(codeStates)),
      productType: z.optional(z.string().check(z.maxLength(50))),
      batchId: z.optional(id),
      ...pageQuery,
    }),
    reply: z.array(productCode),
    meta: z.object({
      ...pageMeta,
      /** How many of them can be sold, as in the stock of the products. */
      availableCount: z.number(),
      /** How many of them are reserved for a pending payment. */
      reservedCount: z.number(),
      usedCount: z.number(),
      withdrawnCount: z.number(),
      /** Whether the search text is the code that was found. */
      isFoundByCode: z.boolean(),
      /** All product types with codes, regardless of the filters. */
      productTypes: z.array(z.string()),
    }),
    notFound: 'Company not found',
  }),
  get: endpoint({
    method: 'GET',
    path: '/Company/{companyId}/codes/{codeId}',
    summary: 'Get a product code, masked',
    access: company('staffRead', 'params.companyId', 'canViewProducts', 'canManageProducts'),
    params: codeParams,
    reply: productCode,
    notFound,
  }),
  reveal: endpoint({
    method: 'POST',
    path: '/Company/{companyId}/codes/{codeId}/reveal',
    summary: 'Get a product code in clear; the audit log names who saw it',
    access: company('staffMoney', 'params.companyId', 'canRevealCodes'),
    params: codeParams,
    reply: z.object({ record_id: id, code: z.string() }),
    notFound,
    about: ofCompany,
  }),
  withdraw: endpoint({
    method: 'POST',
    path: '/Company/{companyId}/codes/{codeId}/withdraw',
    summary: 'Take an unsold product code out of sale',
    access: company('staffCompanies', 'params.companyId', 'canManageProducts'),
    params: codeParams,
    body: withdrawBody,
    reply: productCode,
    notFound,
    about: ofCompany,
  }),
  move: endpoint({
    method: 'POST',
    path: '/Company/{companyId}/codes/{codeId}/move',
    summary: 'Move an unsold product code to another internet product',
    access: company('staffCompanies', 'params.companyId', 'canManageProducts'),
    params: codeParams,
    body: moveBody,
    reply: productCode,
    notFound,
    about: ofCompany,
  }),
  upload: endpoint({
    method: 'POST',
    path: '/Company/upload-csv',
    summary: 'Upload product codes: one per line, up to 100,000',
    access: company('staffCompanies', 'body.companyId', 'canManageProducts'),
    body: uploadBody,
    /** The maximum number of codes at maximum length, quoted. */
    bodyLimitBytes: 14 * 1024 * 1024,
    reply: z.object({ uploaded: z.number(), skipped: z.number(), batchId: id }),
    notFound: 'Company not found',
  }),
};
