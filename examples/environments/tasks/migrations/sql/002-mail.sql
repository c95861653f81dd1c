alter table customers add column mail text;
