/** Gzipped kilobytes of JavaScript, and files, each of which is a request. */
export interface Budget {
  /** For the first paint. */
  readonly beforePaint: number;
  /** With the parts that follow by themselves. */
  readonly inAll: number;
  readonly files: number;
}

/*
 * The goals are 115 kB for signing in, 160 before the first paint of a dashboard and 190 in all, 170 for any other page,
 * and 20 files. Decision 12 says which pages reach theirs and what keeps the others. The limits have two or three
 * kilobytes and a file of slack: how modules are put into files (web/chunks.ts) moves pages by as much.
 */
const anyOther: Budget = { beforePaint: 187, inAll: 193, files: 27 };
const dashboard: Budget = { beforePaint: 162, inAll: 202, files: 20 };
/** Figures with a chart, uploads, accounts or the activity of a person follow. */
const hub: Budget = { ...anyOther, inAll: 211 };

const budgets: Readonly<Record<string, Budget>> = {
  /** The page of an unknown address. The home page itself is ready made, and in the portal it follows. */
  '/': { beforePaint: 98, inAll: 98, files: 6 },
  '/login': { beforePaint: 96, inAll: 96, files: 5 },
  '/admin': dashboard,
  '/client': dashboard,
  '/client/dashboard': dashboard,
  '/users/:id': hub,
  '/client/users/:id': hub,
  '/companies/:id': hub,
  '/companies/:companyId/products/:productId': hub,
  '/client/internet-products/:productId': hub,
};

/** The paths with a company in them are those of the company's own portal. */
export function budgetOf(path: string): Budget {
  const own = path.replace('/client/company/:companyId', '/client');
  return budgets[own] ?? anyOther;
}
