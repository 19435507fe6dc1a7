import * as z from 'zod/mini';
import { company } from './access.ts';
import { endpoint } from './endpoint.ts';
import { companyIdParams, dateTime, id, requiredText } from './fields.ts';

/** A voucher that a sale of its internet product hands out. */
export const productCode = z.object({
  record_id: id,
  code: z.string(),
  /** The code of the internet product it was uploaded for. */
  product_type: z.string(),
  record_date: dateTime,
  used: z.enum(['0', '1']),
  used_date: z.nullable(dateTime),
});
export type ProductCode = z.infer<typeof productCode>;

export const uploadBody = z.strictObject({
  companyId: id,
  /** The file as base64, without a data-URL prefix. */
  base64CsvFile: z.string('Please select a CSV file').check(z.minLength(1, 'CSV file is empty')),
  product: requiredText('Please select an internet product before uploading.', 50),
});

export const productCodes = {
  ofCompany: endpoint({
    method: 'GET',
    path: '/Company/{companyId}/products',
    summary: "A company's product codes",
    access: company('params.companyId'),
    params: companyIdParams,
    reply: z.array(productCode),
    notFound: 'Company not found',
  }),
  upload: endpoint({
    method: 'POST',
    path: '/Company/upload-csv',
    summary: 'Upload product codes: one per line, up to 100,000',
    access: company('body.companyId'),
    body: uploadBody,
    bodyLimitBytes: 6 * 1024 * 1024,
    reply: z.object({ uploaded: z.number() }),
    notFound: 'Company not found',
  }),
};
