-- The provider signs what companies show to others, such as statements. Retired keys stay: what they signed
-- is checked with their public part for ever.
create table signing_keys (
  -- The first 16 hexadecimal digits of the SHA-256 of the public key.
  id text primary key,
  -- Ed25519, 32 bytes.
  public_key bytea not null,
  secret_sealed bytea not null,
  key_name text not null,
  created_at timestamptz not null default now(),
  retired_at timestamptz
);
-- One key signs at a time.
create unique index signing_keys_current_key on signing_keys ((true)) where retired_at is null;

alter table signing_keys enable row level security;
alter table signing_keys force row level security;
create policy signing_keys_platform on signing_keys
  using ((select app_is_platform())) with check ((select app_is_platform()));
grant select, insert on signing_keys to sente_app;
grant update (secret_sealed, key_name) on signing_keys to sente_app;
