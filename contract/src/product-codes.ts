import * as z from 'zod/mini';
import { company } from './access.ts';
import { emptyFileMessage } from './code-file.ts';
import { endpoint } from './endpoint.ts';
import { companyIdParams, dateTime, id, queryBoolean, requiredText } from './fields.ts';
import { searchText } from './paging.ts';

/** A voucher of an internet product. */
export const productCode = z.object({
  record_id: id,
  code: z.string(),
  /** The code of its internet product. */
  product_type: z.string(),
  record_date: dateTime,
  used: z.enum(['0', '1']),
  used_date: z.nullable(dateTime),
});
export type ProductCode = z.infer<typeof productCode>;

/** Maximum number of rows in a reply. */
export const maxListedProductCodes = 10_000;

export const uploadBody = z.strictObject({
  companyId: id,
  /** The file as base64, without a data-URL prefix. */
  base64CsvFile: z.string('Please select a CSV file').check(z.minLength(1, emptyFileMessage)),
  product: requiredText('Please select an internet product before uploading.', 50),
});

export const productCodes = {
  ofCompany: endpoint({
    method: 'GET',
    path: '/Company/{companyId}/products',
    summary: "List a company's product codes, newest first",
    access: company('staffRead', 'params.companyId', 'canViewProducts', 'canManageProducts'),
    params: companyIdParams,
    query: z.strictObject({
      /** Case-insensitive in code, product type and record id. */
      search: z.optional(searchText),
      used: z.optional(queryBoolean),
      productType: z.optional(z.string().check(z.maxLength(50))),
    }),
    reply: z.array(productCode),
    meta: z.object({
      totalCount: z.number(),
      /** How many of them can be sold, as in the stock of the products. */
      availableCount: z.number(),
      /** How many of them are reserved for a pending payment. */
      reservedCount: z.number(),
      /** True if there are more rows than returned. */
      isCapped: z.boolean(),
      /** All product types with codes, regardless of the filters. */
      productTypes: z.array(z.string()),
    }),
    notFound: 'Company not found',
  }),
  upload: endpoint({
    method: 'POST',
    path: '/Company/upload-csv',
    summary: 'Upload product codes: one per line, up to 100,000',
    access: company('staffCompanies', 'body.companyId', 'canManageProducts'),
    body: uploadBody,
    /** The maximum number of codes at maximum length, quoted. */
    bodyLimitBytes: 14 * 1024 * 1024,
    reply: z.object({ uploaded: z.number() }),
    notFound: 'Company not found',
  }),
};
