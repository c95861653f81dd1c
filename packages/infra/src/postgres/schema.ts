/**
 * The statements that make the table and its triggers, once, however many processes try at the same time. Keys sort by bytes and fit into
 * a notification, which is empty when the whole table was emptied.
 *
 * @param table a plain SQL name
 */
export function schemaStatements(table: string): string {
  return `
    BEGIN;
    SELECT pg_advisory_xact_lock(hashtext('${table}'));
    CREATE TABLE IF NOT EXISTS ${table} (
      key text COLLATE "C" PRIMARY KEY CHECK (octet_length(key) < 8000),
      value text NOT NULL
    );
    CREATE OR REPLACE FUNCTION ${table}_tell() RETURNS trigger LANGUAGE plpgsql AS $body$
      BEGIN
        PERFORM pg_notify('${table}', CASE TG_OP WHEN 'TRUNCATE' THEN '' WHEN 'DELETE' THEN OLD.key ELSE NEW.key END);
        RETURN NULL;
      END
    $body$;
    CREATE OR REPLACE TRIGGER ${table}_tell AFTER INSERT OR UPDATE OR DELETE ON ${table}
      FOR EACH ROW EXECUTE FUNCTION ${table}_tell();
    CREATE OR REPLACE TRIGGER ${table}_tell_emptied AFTER TRUNCATE ON ${table}
      FOR EACH STATEMENT EXECUTE FUNCTION ${table}_tell();
    COMMIT;
  `
}
