import { paths } from '../lib/paths.ts';
import type { Guard } from './guards.ts';
import { restrictionOfStaff } from './restrictions.ts';
import { page, pattern, unknownPage, type AppRoute, type LoadPage } from './route.tsx';

const administrators: Guard = { kind: 'required-role', role: 'admin' };

const administratorsOfCredentials: Guard = {
  kind: 'required-role',
  role: 'admin',
  refusal: { to: paths.dashboard(), message: 'Access denied. Admin privileges required.' },
};

function admin(address: string, title: string, load: LoadPage, guard = administrators): AppRoute {
  const path = pattern(address);
  const access = { guard, ...restrictionOfStaff(address) };
  return { path, title, ...access, page: page(load) };
}

export const routes: readonly AppRoute[] = [
  admin(paths.admin(), 'Dashboard', () => import('../pages/admin/dashboard-page.tsx')),
  admin(paths.approvals(), 'Approvals', () => import('../pages/admin/approvals-page.tsx')),
  admin(paths.approval(':id'), 'Approval', () => import('../pages/admin/approval-page.tsx')),
  admin(paths.payoutBrakes(), 'Payout Brake', () => import('../pages/admin/brakes-page.tsx')),
  admin(paths.payoutBrake(':id'), 'Payout Brake', () => import('../pages/admin/brake-page.tsx')),
  admin(
    paths.reconciliation(),
    'Reconciliation',
    () => import('../pages/admin/reconciliation-page.tsx'),
  ),
  admin(paths.reconciliationCases(), 'Cases', () => import('../pages/admin/cases-page.tsx')),
  admin(paths.reconciliationCase(':id'), 'Case', () => import('../pages/admin/case-page.tsx')),
  admin(
    paths.statements(),
    'Network Statements',
    () => import('../pages/admin/statements-page.tsx'),
  ),
  admin(
    paths.statement(':id'),
    'Network Statement',
    () => import('../pages/admin/statement-page.tsx'),
  ),
  admin(paths.settlements(), 'Settlements', () => import('../pages/admin/settlements-page.tsx')),
  admin(
    paths.settlementBatch(':id'),
    'Settlement Batch',
    () => import('../pages/admin/settlement-batch-page.tsx'),
  ),
  admin(paths.settings(), 'Settings', () => import('../pages/admin/settings-page.tsx')),
  admin(paths.companies(), 'Companies', () => import('../pages/admin/companies-page.tsx')),
  admin(
    paths.companyCreate(),
    'Create Company',
    () => import('../pages/admin/company-create-page.tsx'),
  ),
  admin(
    paths.company(':id'),
    'Company Details',
    () => import('../pages/admin/company-details-page.tsx'),
  ),
  admin(
    paths.companyEdit(':id'),
    'Edit Company',
    () => import('../pages/admin/company-edit-page.tsx'),
  ),
  admin(
    paths.companyCredentials(':companyId'),
    'API Credentials',
    () => import('../pages/admin/credentials-page.tsx'),
    administratorsOfCredentials,
  ),
  admin(paths.enquiries(), 'Enquiries', () => import('../pages/admin/enquiries-page.tsx')),
  admin(paths.users(), 'Users', () => import('../pages/admin/users-page.tsx')),
  admin(paths.userCreate(), 'Create User', () => import('../pages/admin/user-create-page.tsx')),
  admin(paths.user(':id'), 'User Details', () => import('../pages/admin/user-details-page.tsx')),
  admin(paths.userEdit(':id'), 'Edit User', () => import('../pages/admin/user-edit-page.tsx')),
  admin(paths.roles(), 'Roles Management', () => import('../pages/admin/roles-page.tsx')),
  admin(paths.roleCreate(), 'Create Role', () => import('../pages/admin/role-create-page.tsx')),
  admin(paths.role(':id'), 'Role Details', () => import('../pages/admin/role-details-page.tsx')),
  admin(paths.roleEdit(':id'), 'Edit Role', () => import('../pages/admin/role-edit-page.tsx')),
  admin(
    paths.companyLimits(':companyId'),
    'Limits',
    () => import('../pages/admin/company-limits-page.tsx'),
  ),
  admin(
    paths.blockedNumbers(),
    'Blocked Numbers',
    () => import('../pages/admin/blocked-numbers-page.tsx'),
  ),
  admin(
    paths.companySettlements(':companyId'),
    'Settlements',
    () => import('../pages/admin/company-settlements-page.tsx'),
  ),
  admin(paths.transactions(), 'Transactions', () => import('../pages/admin/transactions-page.tsx')),
  admin(
    paths.transaction(':id'),
    'Transaction',
    () => import('../pages/admin/transaction-page.tsx'),
  ),
  admin(paths.receipt(':id'), 'Receipt', () => import('../pages/admin/receipt-page.tsx')),
  admin(paths.reports(), 'Reports', () => import('../pages/admin/reports-page.tsx')),
  admin(paths.accounting(), 'Accounting', () => import('../pages/admin/accounting-page.tsx')),
  admin(paths.systemStatus(), 'Status', () => import('../pages/admin/status-page.tsx')),
  admin(paths.audit(), 'Audit Log', () => import('../pages/admin/audit-page.tsx')),
  admin(paths.accounts(), 'Accounts', () => import('../pages/admin/accounts-page.tsx')),
  admin(
    paths.companyAccounts(':companyId'),
    'Company Accounts',
    () => import('../pages/admin/company-accounts-page.tsx'),
  ),
  admin(
    paths.companyAccountCreate(':companyId'),
    'Create New Account',
    () => import('../pages/admin/account-create-page.tsx'),
  ),
  admin(
    paths.companyAccount(':companyId', ':accountId'),
    'Account Details',
    () => import('../pages/admin/account-details-page.tsx'),
  ),
  admin(
    paths.companyAccountEdit(':companyId', ':accountId'),
    'Edit Account',
    () => import('../pages/admin/account-edit-page.tsx'),
  ),
  admin(
    paths.companyProduct(':companyId', ':productId'),
    'Internet Product',
    () => import('../pages/admin/product-page.tsx'),
  ),
  unknownPage,
];
