-- What staff answered by mail; null for one that was answered in another way.
alter table enquiries add column answer text check (answer is null or answered_at is not null);
grant update (answer) on enquiries to sente_app;

-- An invited person may ask for the invitation once more, and the earlier one goes on working: whoever asks may be
-- a stranger.
drop index access_links_open_key;
create unique index access_links_open_key on access_links (user_id, kind)
  where used_at is null and revoked_at is null and kind = 'email';

-- What was told last of a state that goes on changing while it lasts: of how many vouchers a product was sold out.
alter table notification_states add column mark text;
