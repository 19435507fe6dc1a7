-- Permissions for products, vouchers and payouts, and those that staff roles carry. The words for
-- people are in the contract; the description says what exactly it covers.
select set_config('app.platform', 'on', true);

insert into permissions (id, name, description, module) values
  ('00000000-0000-7000-8000-000000000109', 'canViewProducts', 'See products, their stock and masked vouchers', 'Products'),
  ('00000000-0000-7000-8000-00000000010a', 'canManageProducts', 'Add, change and delete products, upload and withdraw vouchers', 'Products'),
  ('00000000-0000-7000-8000-00000000010b', 'canRevealCodes', 'See a voucher in clear; each one is recorded', 'Products'),
  ('00000000-0000-7000-8000-00000000010c', 'canApprovePayouts', 'Approve payouts that a colleague asked for', 'Transactions'),
  ('00000000-0000-7000-8000-000000000121', 'staffRead', 'See companies, users, accounts, payments and reports', 'Back-office'),
  ('00000000-0000-7000-8000-000000000122', 'staffCompanies', 'Create, change and suspend companies, accounts and products', 'Back-office'),
  ('00000000-0000-7000-8000-000000000123', 'staffUsers', 'Create, change and delete users and company roles', 'Back-office'),
  ('00000000-0000-7000-8000-000000000124', 'staffMoney', 'Deposit, approve payouts, reverse, and decide unclear payments', 'Back-office'),
  ('00000000-0000-7000-8000-000000000125', 'staffKeys', 'Create, show and switch off API credentials; set webhooks', 'Back-office'),
  ('00000000-0000-7000-8000-000000000126', 'staffFees', 'Set fees, limits and blocked numbers', 'Back-office'),
  ('00000000-0000-7000-8000-000000000127', 'staffWebhooks', 'Send a webhook event again', 'Back-office'),
  ('00000000-0000-7000-8000-000000000128', 'staffSettings', 'Change what applies to the whole platform', 'Back-office'),
  ('00000000-0000-7000-8000-000000000129', 'staffGrants', 'Grant staff roles and change what they allow', 'Back-office');

-- Names are unique; a role of an installation's own that already has one of the new names keeps its
-- holders and permissions under another.
update roles set name = name || ' (own)' where lower(name) in ('finance', 'support');
insert into roles (id, name, description, is_built_in, is_staff) values
  ('00000000-0000-7000-8000-000000000203', 'Finance', 'Moves money and decides unclear payments', true, true),
  ('00000000-0000-7000-8000-000000000204', 'Support', 'Answers companies: sees everything, sends events again', true, true);

insert into role_permissions (role_id, permission_id)
select r.id, p.id
from roles r
join permissions p on
  case r.id
    when '00000000-0000-7000-8000-000000000201' then p.name like 'staff%'
    when '00000000-0000-7000-8000-000000000203' then p.name in ('staffRead', 'staffMoney')
    when '00000000-0000-7000-8000-000000000204' then p.name in ('staffRead', 'staffWebhooks')
    when '00000000-0000-7000-8000-000000000211' then p.name like 'can%'
    when '00000000-0000-7000-8000-000000000212' then p.name like 'can%'
    when '00000000-0000-7000-8000-000000000213' then p.name = 'canViewProducts'
    -- Admin, and staff roles that an installation brought along: what their holders could do before,
    -- with the limits of Admin. The spelling of imported SuperAdmins decided so far.
    else r.is_staff and p.name like 'staff%' and (
      p.name not in ('staffSettings', 'staffGrants') or lower(r.name) in ('superadmin', 'super_admin')
    )
  end
where p.id between '00000000-0000-7000-8000-000000000109' and '00000000-0000-7000-8000-000000000129'
on conflict do nothing;
