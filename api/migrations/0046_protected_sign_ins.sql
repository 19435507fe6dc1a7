-- When the person last showed the own password, and the second factor of whoever has one, in this session.
alter table sessions add column proved_at timestamptz;

-- Sign-ins that were refused lately. The audit log has the first of a kind and, an hour later, how many followed:
-- strangers who guess must not fill it.
create table refused_sign_ins (
  -- The id of the user; "unknown" for all emails that nobody has.
  account text not null,
  action text not null,
  code text not null,
  user_id uuid references users (id) on delete cascade,
  since timestamptz not null default now(),
  count integer not null default 1,
  -- Of the first twenty.
  addresses text[] not null,
  primary key (account, action, code)
);
create index refused_sign_ins_since_idx on refused_sign_ins (since);
alter table refused_sign_ins enable row level security;
alter table refused_sign_ins force row level security;
create policy refused_sign_ins_platform on refused_sign_ins
  using ((select app_is_platform())) with check ((select app_is_platform()));
grant select, insert, update on refused_sign_ins to sente_app;
