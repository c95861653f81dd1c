import type { Codec } from './message.ts'

/** The longest message that is remembered, in bytes. A longer message is read each time. */
const mostKept = 16 * 1024

/**
 * Returns a codec for messages that callers repeat in call after call: it keeps the last message, and returns it again while the same bytes
 * arrive. Readers must not change it.
 */
export function remembering<T>(codec: Codec<T>): Codec<T> {
  let last: { readonly bytes: Buffer; readonly message: T } | undefined
  return {
    write: (writer, message) => codec.write(writer, message),
    read(reader) {
      if (last !== undefined && reader.passOver(last.bytes)) return last.message
      const bytes = reader.left <= mostKept ? reader.rest() : undefined
      const message = codec.read(reader)
      if (bytes !== undefined) last = { bytes, message }
      return message
    },
  }
}
