-- The team by name, one page after the other.

create index admin_user_by_name on admin_user (nick_name, id);
