-- People on the screen: accounts that wait for their password, and the links by which it is set.

alter table admin_user drop constraint admin_user_status_check;
alter table admin_user add constraint admin_user_status_check
  check (status in ('active', 'invited', 'disabled'));
alter table admin_user add column password_changed_at timestamptz;

-- One link for each account; a new one takes the place of the one before. Only the hash of its secret is here.
create table password_link (
  user_id bigint primary key references admin_user,
  secret_hash bytea not null unique,
  kind text not null check (kind in ('invitation', 'reset')),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);

-- When somebody was last here, also after they signed out.
create index session_of_user on session (user_id);
