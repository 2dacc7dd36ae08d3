-- How somebody wants the product to be, so that it follows them to another browser. Without a row, a browser's own
-- choices are taken over when they sign in.

create table preference (
  user_id bigint primary key references admin_user,
  choices jsonb not null
);
