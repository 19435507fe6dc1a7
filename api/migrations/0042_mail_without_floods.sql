-- Whoever asks for a new password does not take an earlier link from its owner: several may be open. A new
-- link of another kind still replaces the one before.
drop index access_links_open_key;
create unique index access_links_open_key on access_links (user_id, kind)
  where used_at is null and revoked_at is null and kind <> 'password';

-- When staff were told of an enquiry: in a flood, of several together.
alter table enquiries add column told_at timestamptz;
update enquiries set told_at = received_at;
create index enquiries_untold_idx on enquiries (received_at) where told_at is null;
grant update (told_at) on enquiries to sente_app;

-- How many mails an address got. The column is plain, because row-level security keeps lower(address) from
-- using an index.
alter table mails add column receiver text generated always as (lower(address)) stored;
create index mails_receiver_idx on mails (receiver, created_at);
