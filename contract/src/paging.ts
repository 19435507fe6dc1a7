import * as z from 'zod/mini';
import { queryInteger } from './fields.ts';

export const defaultPageSize = 10;

export const direction = z.enum(['asc', 'desc'], 'Must be asc or desc');
export type Direction = z.infer<typeof direction>;

/** Maximum number of rows without `page`; `totalPages` shows that there are more. */
export const maxUnpaged = 1_000;

/** Without `page` the reply has all rows, up to `maxUnpaged`. */
export const pageQuery = {
  page: z.optional(queryInteger(1, 1_000_000)),
  pageSize: z.optional(queryInteger(1, 100)),
};

export const searchText = z.string().check(z.trim(), z.maxLength(200));

export const pageMeta = {
  totalCount: z.number(),
  totalPages: z.number(),
  page: z.number(),
  pageSize: z.number(),
};

/** A page with its own totals, as the paged users call returns. */
export function pageOf<S extends z.core.$ZodType>(item: S) {
  return z.object({
    items: z.array(item),
    totalCount: z.number(),
    totalPages: z.number(),
    hasNextPage: z.boolean(),
    hasPreviousPage: z.boolean(),
  });
}
