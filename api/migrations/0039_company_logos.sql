-- A logo is a picture that we keep, in the table of the people's pictures. The typed URL stays as it was
-- typed; browsers load no picture from other hosts any more.
alter table companies add column logo text;
create index companies_logo_idx on companies (logo) where logo is not null;
