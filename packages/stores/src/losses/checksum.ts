import { crc32 } from 'node:zlib'

/** A checksum of the place of a row and its text. Part of the schema: it never changes. */
export function checksumOf(table: string, instance: string, id: string, body: string): number {
  return crc32(body, crc32(`${table}\0${instance}\0${id}\0`))
}
