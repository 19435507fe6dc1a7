-- Which mails count is chosen by the caller: a person who enters a new own email causes mails to an address that
-- others depend on. The function comes again with the new signature, and one argument works as before.
drop function if exists mails_wait(text);
