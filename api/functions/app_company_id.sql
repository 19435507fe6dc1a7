-- The tenant of the running transaction. After SET LOCAL and COMMIT a custom setting is an empty
-- string rather than null, hence nullif.
create or replace function app_company_id() returns uuid
  language sql stable parallel safe
  return nullif(current_setting('app.company_id', true), '')::uuid;
