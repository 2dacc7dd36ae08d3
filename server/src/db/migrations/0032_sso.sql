-- Single sign-on. Nobody has an identity at a provider before they come from there, so everybody signs in as before.

-- Whose account a subject of a provider is. An account has one subject of each provider, so that a phone number
-- that passes to another person does not bring the account along.
create table external_identity (
  id bigint generated always as identity primary key,
  issuer text not null,
  subject text not null,
  user_id bigint not null references admin_user,
  added_at timestamptz not null default now(),
  unique (issuer, subject),
  unique (issuer, user_id)
);

-- Where a session came from: what the provider ends when it signs somebody out.
alter table session add column identity_id bigint references external_identity,
  add column provider_session text;
create index session_of_identity on session (identity_id) where identity_id is not null;
create index session_of_provider on session (provider_session) where provider_session is not null;

-- A sign-in that went to the provider and is not back yet. Hashes: what redeems it is in the address and in a
-- cookie of the browser that started it.
create table sso_attempt (
  state_hash bytea primary key,
  browser_hash bytea not null,
  -- Of the cookies that do not come along from another site.
  device_hash bytea,
  session_hash bytea,
  expires_at timestamptz not null
);
create index sso_attempt_old on sso_attempt (expires_at);

-- Messages of the provider that were obeyed. None is a second time.
create table logout_message (
  message_hash bytea primary key,
  expires_at timestamptz not null
);
create index logout_message_old on logout_message (expires_at);
