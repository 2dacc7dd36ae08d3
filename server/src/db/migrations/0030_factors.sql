-- Second factors. Nobody has one before they add it, so everybody signs in as before.

-- Whether the account has an authenticator app or a passkey: read with every session, so it is kept here.
alter table admin_user add column second_factor boolean not null default false;

-- When the session's owner last typed their password. Unknown for sessions from before.
alter table session add column confirmed_at timestamptz;
alter table session alter column confirmed_at set default now();

-- The secret of an authenticator app, encrypted: a copy of these rows alone computes no code.
create table totp (
  user_id bigint primary key references admin_user,
  secret bytea not null,
  -- The step of the last code that was taken. No code of this step or an earlier one is taken again.
  last_step bigint not null,
  added_at timestamptz not null default now()
);

create table passkey (
  id bigint generated always as identity primary key,
  user_id bigint not null references admin_user,
  credential_id text not null unique,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null default '{}',
  name text not null,
  added_at timestamptz not null default now(),
  used_at timestamptz
);
create index passkey_of_user on passkey (user_id);

-- Hashes. A code that was used is gone.
create table recovery_code (
  user_id bigint not null references admin_user,
  code_hash bytea not null,
  primary key (user_id, code_hash)
);

-- The password was right, the second factor is still missing. Only the hash of its secret is here.
create table sign_in_ticket (
  secret_hash bytea primary key,
  user_id bigint not null references admin_user,
  auth_epoch int not null,
  challenge text not null,
  tries int not null default 0,
  expires_at timestamptz not null
);
create index sign_in_ticket_old on sign_in_ticket (expires_at);
create index sign_in_ticket_of_user on sign_in_ticket (user_id);

-- A factor that a session is about to add.
create table factor_setup (
  session_id uuid primary key references session on delete cascade,
  totp_secret bytea,
  challenge text,
  expires_at timestamptz not null
);

-- Whether an account has been used from anywhere before.
create index device_of_user on device (user_id);
