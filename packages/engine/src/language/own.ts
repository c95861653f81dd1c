/** An own property of a plain record. Properties that every object inherits, such as `constructor`, do not count. */
export function own<T>(record: Readonly<Record<string, T>> | undefined, key: string): T | undefined {
  return record !== undefined && Object.hasOwn(record, key) ? record[key] : undefined
}
