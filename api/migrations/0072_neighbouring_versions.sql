-- Returns one column more: which servers the schema needs. The function file makes it again; a new database has none yet.
drop function if exists readiness_check();
