-- Sessions of visitors who look around in demo data without a password. The server lets them change nothing.
alter table sessions add column is_visitor boolean not null default false;

-- Its result has another column; a fresh database does not have it yet.
drop function if exists session_actors(bytea[], interval);
