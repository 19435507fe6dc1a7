-- What visitors of the public site wrote. Anybody sends one, staff read and answer them.
create table enquiries (
  id uuid primary key,
  name text not null,
  email text not null,
  message text not null,
  received_at timestamptz not null default now(),
  answered_at timestamptz,
  answered_by uuid references users (id),
  -- For colleagues; the answer itself is an e-mail.
  note text,
  check ((answered_at is null) = (answered_by is null)),
  check (note is null or answered_at is not null)
);
create index enquiries_received_idx on enquiries (received_at desc, id desc);
create index enquiries_new_idx on enquiries (received_at) where answered_at is null;

alter table enquiries enable row level security;
alter table enquiries force row level security;
create policy enquiries_platform on enquiries
  using ((select app_is_platform())) with check ((select app_is_platform()));
grant select, insert, delete on enquiries to sente_app;
grant update (answered_at, answered_by, note) on enquiries to sente_app;
