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
 * and 20 files. Signing in and the first paint of the dashboards reach theirs; decision 12 says what keeps the others.
 * The limits have two or three kilobytes of slack: how modules are put into files moves pages by as much.
 */
const anyOther: Budget = { beforePaint: 187, inAll: 187, files: 23 };
const dashboard: Budget = { beforePaint: 160, inAll: 215, files: 17 };
/** Charts follow. */
const charts: Budget = { ...anyOther, beforePaint: 172, inAll: 197, files: 19 };
/** The light of the service's state follows on the pages of staff, and shares files with the lists. */
const staff: Budget = { ...anyOther, inAll: 201 };
/** Sessions, the second factor and the activity follow, whose sentences for every call are most of it. */
const user: Budget = { ...anyOther, beforePaint: 160, inAll: 230 };
/** Figures with a chart, and uploads or movements, follow. */
const product: Budget = { ...anyOther, inAll: 217 };
const account: Budget = { ...anyOther, inAll: 212 };
/** Has every part that a transaction can have. */
const transaction: Budget = { beforePaint: 194, inAll: 200, files: 26 };

const budgets: Readonly<Record<string, Budget>> = {
  /** The page of an unknown address. The home page itself is ready made, and in the portal it follows. */
  '/': { beforePaint: 98, inAll: 98, files: 6 },
  '/login': { beforePaint: 96, inAll: 96, files: 5 },
  '/admin': dashboard,
  '/client': dashboard,
  '/client/dashboard': dashboard,
  '/client/analytics': charts,
  '/reports': charts,
  '/users/:id': user,
  '/client/users/:id': user,
  '/companies/:id': { ...product, inAll: 228 },
  '/companies/:companyId/products/:productId': product,
  '/client/internet-products/:productId': product,
  '/companies/:companyId/accounts/:accountId': account,
  '/client/accounts/:id': account,
  '/companies/:companyId/accounts/:accountId/edit': staff,
  '/accounts': staff,
  '/companies/:companyId/accounts': staff,
  '/companies/:companyId/accounts/create': staff,
  '/companies/:companyId/api-credentials': staff,
  '/companies/create': staff,
  '/companies/edit/:id': staff,
  '/transactions': staff,
  '/users/create': staff,
  '/users/:id/edit': staff,
  '/roles/create': staff,
  '/roles/:id/edit': staff,
  '/reconciliation/cases': staff,
  '/reconciliation/cases/:id': staff,
  '/transactions/:id': transaction,
  '/client/transactions/:id': transaction,
};

/** The paths with a company in them are those of the company's own portal. */
export function budgetOf(path: string): Budget {
  const own = path.replace('/client/company/:companyId', '/client');
  return budgets[own] ?? anyOther;
}
