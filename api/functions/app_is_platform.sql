-- True only in transactions that the server opened for staff or for itself.
create or replace function app_is_platform() returns boolean
  language sql stable parallel safe
  return coalesce(current_setting('app.platform', true), '') = 'on';
