-- Present in every installation, demo data or not. The ids are fixed so that code and data can
-- name them; the migration runs as the platform because of the policies above.
select set_config('app.platform', 'on', true);

insert into permissions (id, name, description, module) values
  ('00000000-0000-7000-8000-000000000101', 'canViewTransactions', 'See transactions and API transactions', 'Transactions'),
  ('00000000-0000-7000-8000-000000000102', 'canViewAccounts', 'See accounts and balances', 'Accounts'),
  ('00000000-0000-7000-8000-000000000103', 'canManageAccounts', 'Open accounts and ask for money movements', 'Accounts'),
  ('00000000-0000-7000-8000-000000000104', 'canViewAnalytics', 'See the analytics page', 'Analytics'),
  ('00000000-0000-7000-8000-000000000105', 'canViewUsers', 'See the people of the company', 'Users'),
  ('00000000-0000-7000-8000-000000000106', 'canManageUsers', 'Create, change and delete the people of the company', 'Users'),
  ('00000000-0000-7000-8000-000000000107', 'canEditProfile', 'Change one''s own details', 'Profile'),
  ('00000000-0000-7000-8000-000000000108', 'canManageCompany', 'Open the company settings', 'Company');

insert into roles (id, name, description, is_built_in, is_staff) values
  ('00000000-0000-7000-8000-000000000201', 'SuperAdmin', 'Runs the platform', true, true),
  ('00000000-0000-7000-8000-000000000202', 'Admin', 'Works in the back-office', true, true),
  ('00000000-0000-7000-8000-000000000211', 'client_admin', 'Runs a company: everything inside it', true, false),
  ('00000000-0000-7000-8000-000000000212', 'client_manager', 'Everything inside a company but its settings', true, false),
  ('00000000-0000-7000-8000-000000000213', 'client_user', 'Sees the company''s transactions, accounts and people', true, false),
  ('00000000-0000-7000-8000-000000000214', 'Restricted', 'Signs in and sees nothing of the company''s data', true, false);

insert into role_permissions (role_id, permission_id)
select r.id, p.id
from roles r
join permissions p on
  r.name = 'client_admin'
  or (r.name = 'client_manager' and p.name <> 'canManageCompany')
  or (
    r.name = 'client_user'
    and p.name in ('canViewTransactions', 'canViewAccounts', 'canViewUsers', 'canEditProfile')
  )
where r.name in ('client_admin', 'client_manager', 'client_user');
