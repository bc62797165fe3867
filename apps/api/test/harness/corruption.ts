/**
 * A rule of `vadium-api check`, what is wrong, the order that `$order` stands for, and the
 * statements that violate the rule.
 */
export type Corruption = [rule: string, what: string, order: string, statements: string[]]

/** Without the constraints that would prevent the corruption. */
export function dropForeignKeys(table: string): string {
  return `DO $do$ DECLARE key record; BEGIN
    FOR key IN SELECT conrelid::regclass AS holder, conname FROM pg_constraint
      WHERE contype = 'f' AND '${table}'::regclass IN (conrelid, confrelid)
    LOOP
      EXECUTE format('ALTER TABLE %s DROP CONSTRAINT %I', key.holder, key.conname);
    END LOOP; END $do$`
}
