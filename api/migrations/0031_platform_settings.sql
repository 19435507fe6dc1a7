-- Staff change the settings of the platform in the portal. The policy of the table asks for the platform's
-- scope as before.
grant update (deposit_limit, payout_expiry_hours, approval_expiry_hours) on platform_settings
  to sente_app;

-- Since when events go to this address. Whoever changes it gets no vouchers of earlier sales.
alter table company_webhooks add column url_set_at timestamptz not null default '-infinity';
alter table company_webhooks alter column url_set_at set default now();
